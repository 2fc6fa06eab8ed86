public struct Text: Primitive {
  let text: String
  public init(_ text: String) { self.text = text }
  public func draw(_ drawing: Drawing) { if !text.isEmpty { drawing.texts.append(text) } }
}
public struct Label: Primitive {
  let title: String
  public init(_ title: String, systemImage: String) { self.title = title }
  public func draw(_ drawing: Drawing) { drawing.texts.append(title) }
}
public struct Button<Content: View>: Primitive {
  private let action: @MainActor () -> Void
  private let label: Content
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Content) {
    (self.action, self.label) = (action, label())
  }
  public func draw(_ drawing: Drawing) {
    let inside = drawing.other("label")
    inside.draw(label)
    let action = action, isEnabled = drawing.isEnabled
    drawing.controls.append(
      Drawing.Control(
        identifier: drawing.identifier, title: inside.texts.joined(separator: " "), isEnabled: drawing.isEnabled,
        hint: drawing.hint, tap: { if isEnabled { action() } }, text: nil))
  }
}
extension Button where Content == Text {
  public init(_ title: String, action: @escaping @MainActor () -> Void) { self.init(action: action) { Text(title) } }
}
public struct TextField: Primitive {
  let title: String, text: Binding<String>
  public init(_ title: String, text: Binding<String>) { (self.title, self.text) = (title, text) }
  public func draw(_ drawing: Drawing) {
    drawing.controls.append(
      Drawing.Control(
        identifier: drawing.identifier, title: title, isEnabled: drawing.isEnabled, hint: drawing.hint, tap: nil,
        text: text))
  }
}
public struct SecureField: Primitive {
  let field: TextField
  public init(_ title: String, text: Binding<String>) { field = TextField(title, text: text) }
  public func draw(_ drawing: Drawing) { field.draw(drawing) }
}
#if !os(tvOS)
  public struct DatePickerComponents: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let date = DatePickerComponents(rawValue: 1)
  }
  public struct DatePicker: Primitive {
    let title: String, date: Binding<Date>
    public init(_ title: String, selection: Binding<Date>, displayedComponents: DatePickerComponents = []) {
      (self.title, date) = (title, selection)
    }
    public func draw(_ drawing: Drawing) { drawing.texts.append(title) }
  }
#endif
public struct ProgressView: Primitive {
  let value: Double?
  public init() { value = nil }
  public init(value: Double?, total: Double = 1) { self.value = value.map { $0 / total } }
  public func draw(_ drawing: Drawing) {
    drawing.texts.append(value.map { "\(Int($0 * 100))%" } ?? "…")
  }
}

public struct VStack<Content: View>: Primitive {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public func draw(_ drawing: Drawing) { drawing.draw(content) }
}
public struct Form<Content: View>: Primitive {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public func draw(_ drawing: Drawing) { drawing.draw(content) }
}
public struct List<Content: View>: Primitive {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public func draw(_ drawing: Drawing) { drawing.draw(content) }
}
public struct Section<Content: View>: Primitive {
  let title: String, content: Content
  public init(_ title: String, @ViewBuilder content: () -> Content) { (self.title, self.content) = (title, content()) }
  public func draw(_ drawing: Drawing) {
    drawing.texts.append(title)
    drawing.draw(content)
  }
}
public struct ForEach<Data: RandomAccessCollection, Content: View>: Primitive {
  let data: Data, id: @MainActor (Data.Element) -> AnyHashable, content: @MainActor (Data.Element) -> Content
  public init(_ data: Data, @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content)
  where Data.Element: Identifiable { (self.data, id, self.content) = (data, { AnyHashable($0.id) }, content) }
  public init<ID: Hashable>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content
  ) { (self.data, self.id, self.content) = (data, { AnyHashable($0[keyPath: id]) }, content) }
  public func draw(_ drawing: Drawing) {
    for element in data { drawing.draw(content(element), as: "\(id(element))") }
  }
}

extension View {
  public func disabled(_ isDisabled: Bool) -> some View {
    modified { drawing, inside in
      let before = drawing.isEnabled
      drawing.isEnabled = before && !isDisabled
      inside()
      drawing.isEnabled = before
    }
  }
  public func accessibilityHint(_ hint: String) -> some View {
    modified { drawing, inside in
      let before = drawing.hint
      drawing.hint = hint
      inside()
      drawing.hint = before
    }
  }
  public func accessibilityIdentifier(_ identifier: String) -> some View {
    modified { drawing, inside in
      let before = drawing.identifier
      drawing.identifier = identifier
      inside()
      drawing.identifier = before
    }
  }
  #if !os(watchOS)
    /// The buttons of a menu are drawn after the view.
    public func contextMenu<Content: View>(@ViewBuilder menuItems: () -> Content) -> some View {
      let buttons = menuItems()
      return modified { drawing, inside in
        inside()
        drawing.draw(buttons)
      }
    }
  #endif
  #if !os(tvOS)
    /// The buttons behind a row are drawn after it.
    public func swipeActions<Content: View>(@ViewBuilder content: () -> Content) -> some View {
      let buttons = content()
      return modified { drawing, inside in
        inside()
        drawing.draw(buttons)
      }
    }
  #endif
  public func refreshable(action: @escaping @MainActor @Sendable () async -> Void) -> some View {
    modified { drawing, inside in
      drawing.pull = action
      inside()
    }
  }
  public func alert<A: View, M: View>(
    _ title: String, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
  ) -> some View {
    let message = message()
    return modified { drawing, inside in
      inside()
      let isUp = drawing.memory("alert", Followed(false))
      isUp.value.follow(isPresented.wrappedValue)
      guard isUp.value.shown else { return }
      let text = drawing.other("alert")
      text.draw(message)
      drawing.alert = (
        title, text.texts.joined(),
        {
          isUp.value.shown = false
          isPresented.wrappedValue = false
        }
      )
    }
  }
  public func onChange<V: Equatable>(of value: V, _ action: @escaping @MainActor () -> Void) -> some View {
    modified { drawing, inside in
      inside()
      let memory = drawing.memory("change", value)
      if memory.value != value { drawing.afterwards(action) }
      memory.value = value
    }
  }
}
