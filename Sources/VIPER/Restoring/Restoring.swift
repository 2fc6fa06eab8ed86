import Signals

extension Navigator {
  /// Opens a saved tree, on the same path as a link: everything open closes, if it may be left (`shouldGoBack`); guards are
  /// asked; each module waits for the one it opens on to be ready.
  ///
  /// A tree saved by an older app is restored as far as it can be. A screen that has no module any more, whose input cannot
  /// be read, that its guard refuses or that takes too long is left out, with what was open on it; then this fails with
  /// ``RouteError/incomplete(_:)``, which names each. If the root cannot be restored, nothing changes. If everything is closed
  /// meanwhile, it opens no more and fails with ``RouteError/closed(_:)``.
  ///
  /// - Parameters:
  ///   - tree: what was open when it was saved.
  ///   - timeout: how long each module may take to be ready; 10 seconds if not given.
  public func restore(_ tree: NavigationTree, timeout: Duration = readinessTimeout) -> Signal<Void, RouteError> {
    handle.askPipeline(for: "restore") { pipeline, caller throws(RouteError) in
      guard let root = tree.root else { throw .invalid(.saved, "the saved tree is empty: it has no root to open") }
      pipeline.submit(RestoringJob(root, limit: timeout, modules: pipeline.modules, for: caller))
    }
  }
}

/// A saved tree: its screens, parents before children, and then the selected tabs. A screen that cannot
/// be opened is left out, with those on it.
final class RestoringJob: NavigationJob {
  /// A screen of the saved tree, and the module it became.
  private struct Screen {
    let node: NavigationTree.Node
    /// The index of its parent.
    let parent: Int?
    var module: (id: Int, name: String)?
  }

  private let limit: Duration
  private let modules: [String: Module]
  private var screens: [Screen]
  /// The screens that are still to be opened, and then those whose tab is still to be selected, the last first.
  private var waiting: Range<Int>
  /// The screen that opens, or the tab that is selected.
  private var current: Int?
  private var isSelecting = false
  /// The destination that a guard leads to instead.
  private var detour: Destination?
  private var missing: [RouteError.Missing] = []
  private var isOver = false

  init(_ root: NavigationTree.Node, limit: Duration, modules: [String: Module], for caller: any Caller) {
    var screens: [Screen] = []
    func add(_ node: NavigationTree.Node, on parent: Int?) {
      let index = screens.count
      screens.append(Screen(node: node, parent: parent))
      for child in node.children { add(child, on: index) }
    }
    add(root, on: nil)
    (self.limit, self.modules, self.screens, waiting) = (limit, modules, screens, screens.indices)
    super.init(for: caller)
  }

  override func next(in tree: NavigationTree) throws(RouteError) -> NextStep {
    if screens[0].module != nil, tree.root == nil {
      isOver = true
      throw .closed("app")
    }
    if !isSelecting {
      current = current ?? nextScreen()
      if let current { return .make(try open(screens[current], in: tree)) }
      (isSelecting, waiting) = (true, screens.indices)
    }
    current = current ?? nextTab()
    if let current { return .make(try select(screens[current], in: tree)) }
    isOver = true
    if !missing.isEmpty { throw .incomplete(missing) }
    return .none
  }

  private func nextScreen() -> Int? {
    while let index = waiting.popFirst() {
      let parent = screens[index].parent
      if parent == nil || parent.flatMap({ screens[$0].module }) != nil { return index }
    }
    return nil
  }

  private func nextTab() -> Int? {
    while let host = waiting.popLast() {
      guard let selected = screens[host].node.selected else { continue }
      let tab = screens[host...].firstIndex { $0.parent == host && $0.node.id == selected && $0.module != nil }
      if let tab { return tab }
    }
    return nil
  }

  private func open(_ screen: Screen, in tree: NavigationTree) throws(RouteError) -> NavigationStep {
    let destination: Destination
    if let detour { destination = detour } else { destination = try readable(screen) }
    guard let parent = screen.parent, let (id, name) = screens[parent].module else {
      return NavigationStep(
        request: .open(destination, .root, from: tree.root?.id), asksClosing: true, turn: .last)
    }
    return NavigationStep(
      request: .open(destination, screen.node.style, from: id), asking: name, readiness: (id, limit),
      turn: .last)
  }

  /// The destination as its route writes it today.
  private func readable(_ screen: Screen) throws(RouteError) -> Destination {
    let saved = screen.node.destination
    let module = try modules.module(of: saved.route)
    if let parent = screen.parent, screen.node.style == .root {
      throw .invalid(.saved, "it is saved as a root, and '\(screens[parent].node.destination.route)' is below it")
    }
    return Destination(route: saved.route, input: try module.described.rewrite(saved.input))
  }

  private func select(_ tab: Screen, in tree: NavigationTree) throws(RouteError) -> NavigationStep {
    guard let parent = tab.parent, let host = screens[parent].module, let id = tab.module?.id, let node = tree.node(id)
    else { throw .closed(tab.node.destination.route) }
    return NavigationStep(request: .select(node.destination, from: host.id), asking: host.name)
  }

  override func made(_ module: Int?) -> Turn? {
    if let index = current.take(), !isSelecting {
      if let other = detour.take() {
        // The screens on the saved one are not for the one opened in its place.
        miss(index, .refused(.guarded, "its guard leads to '\(other.route)'"))
      } else if let module {
        screens[index].module = (module, "\(screens[index].node.destination.route)#\(module)")
      }
    }
    return .last
  }

  override func failed(_ error: RouteError) throws(RouteError) -> Turn {
    detour = nil
    guard !isOver, let index = current.take(), index > 0 || isSelecting else { throw error }
    miss(index, error)
    return .last
  }

  override func left() throws(RouteError) -> Turn? {
    current == 0 ? nil : try failed(.refused(.guarded, "its guard was left"))
  }

  override func redirect(_ destination: Destination, to other: Destination, style: RouteStyle) { detour = other }

  private func miss(_ index: Int, _ reason: RouteError) {
    missing.append(RouteError.Missing(route: screens[index].node.destination.route, reason: reason))
  }
}
