/// Shows its root, or the destination of the path's last element.
public struct NavigationStack<Element: Hashable, Root: View>: Primitive {
  let path: Binding<[Element]>, root: Root
  public init(path: Binding<[Element]>, @ViewBuilder root: () -> Root) { (self.path, self.root) = (path, root()) }
  public func draw(_ drawing: Drawing) {
    let bottom = drawing.other("root"), path = path, pages = drawing.memory("path", Followed<[Element]>([]))
    pages.value.follow(path.wrappedValue)
    bottom.draw(root)
    guard let last = pages.value.shown.last, let destination = bottom.destinations[ObjectIdentifier(Element.self)]
    else {
      return drawing.take(bottom)
    }
    let page = drawing.other("page \(last)")
    page.draw(destination(last))
    // A stack inside the page handles the swipe back first.
    page.swipeBack =
      page.swipeBack ?? {
        pages.value.shown.removeLast()
        path.wrappedValue = pages.value.shown
      }
    page.backToFirst =
      page.backToFirst ?? {
        pages.value.shown.removeAll()
        path.wrappedValue = []
      }
    drawing.take(page)
  }
}

/// Draws the selected tab.
public struct TabView<Selection: Hashable, Content: View>: Primitive {
  let selection: Binding<Selection>, content: Content
  public init(selection: Binding<Selection>, @ViewBuilder content: () -> Content) {
    (self.selection, self.content) = (selection, content())
  }
  public func draw(_ drawing: Drawing) {
    let before = drawing.selection
    drawing.selection = TabSelection(
      selected: AnyHashable(selection.wrappedValue),
      select: { if let tab = $0.base as? Selection { selection.wrappedValue = tab } })
    drawing.draw(content)
    drawing.selection = before
  }
}
@MainActor struct TabSelection {
  let selected: AnyHashable
  let select: @MainActor (AnyHashable) -> Void
}
struct TabItem<Content: View, Item: View>: Primitive, TabTitled {
  let content: Content, item: Item
  func draw(_ drawing: Drawing) { drawing.draw(content) }
  func title(_ drawing: Drawing) -> String {
    let inside = drawing.other("item")
    inside.draw(item)
    return inside.texts.joined(separator: " ")
  }
}
@MainActor protocol TabTitled { func title(_ drawing: Drawing) -> String }
struct Tagged<Content: View>: Primitive {
  let content: Content, tag: AnyHashable
  func draw(_ drawing: Drawing) {
    guard let selection = drawing.selection else { return drawing.draw(content) }
    let tag = tag
    drawing.tabs.append(((content as? any TabTitled)?.title(drawing) ?? "", { selection.select(tag) }))
    guard tag == selection.selected else { return }
    drawing.selection = nil
    drawing.draw(content)
    drawing.selection = selection
  }
}

public enum Visibility: Sendable { case hidden }
#if !os(macOS)
  public struct ToolbarPlacement: Sendable { public static let navigationBar = ToolbarPlacement() }
#endif

extension View {
  public func tabItem<Item: View>(@ViewBuilder _ item: () -> Item) -> some View {
    TabItem(content: self, item: item())
  }
  public func tag(_ tag: some Hashable) -> some View { Tagged(content: self, tag: AnyHashable(tag)) }
  #if !os(macOS)
    public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
  #endif
  public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
    let items = content()
    return modified { drawing, inside in
      inside()
      drawing.draw(items)
    }
  }
  public func navigationTitle(_ title: String) -> some View {
    modified { drawing, inside in
      drawing.texts.append(title)
      inside()
    }
  }
  public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping @MainActor (D) -> C
  ) -> some View {
    modified { drawing, inside in
      drawing.destinations[ObjectIdentifier(D.self)] = { destination($0 as! D) }
      inside()
    }
  }
  public func sheet<Item: Identifiable, C: View>(
    item: Binding<Item?>, @ViewBuilder content: @escaping @MainActor (Item) -> C
  ) -> some View { presenting(item, asCover: false, content) }
  #if !os(macOS)
    public func fullScreenCover<Item: Identifiable, C: View>(
      item: Binding<Item?>, @ViewBuilder content: @escaping @MainActor (Item) -> C
    ) -> some View { presenting(item, asCover: true, content) }
  #endif

  private func presenting<Item: Identifiable, C: View>(
    _ item: Binding<Item?>, asCover isCover: Bool, _ content: @escaping @MainActor (Item) -> C
  ) -> some View {
    modified { drawing, inside in
      inside()
      let id = drawing.memory(isCover ? "cover" : "sheet", Followed<Item.ID?>(nil))
      id.value.follow(item.wrappedValue?.id)
      guard let shown = item.wrappedValue, id.value.shown != nil else { return }
      let sheet = drawing.other("modal \(shown.id)")
      sheet.draw(content(shown))
      sheet.isCover = isCover
      // A cover has no gesture.
      if !isCover {
        sheet.swipeAway = {
          id.value.shown = nil
          item.wrappedValue = nil
        }
      }
      drawing.sheet = sheet
    }
  }
}
