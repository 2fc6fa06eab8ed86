public import Signals

extension Navigator {
  /// Opens a saved tree in place of the current one, with the same checks as a link: open modules close if their presenters
  /// agree (`shouldGoBack`), guards are asked, and each module opens when the one below it is ready.
  ///
  /// A tree that an older version of the app saved is restored as far as possible. A screen is left out, with the screens on it,
  /// if it no longer has a module, its input cannot be read, its guard refuses, or the module below is not ready in time. The
  /// signal then fails with ``RouteError/incomplete(_:)``, which lists these screens. If the root cannot be restored, nothing
  /// changes. If all modules are closed during the restoration, it stops and fails with ``RouteError/closed(_:)``.
  ///
  /// - Parameters:
  ///   - tree: the saved tree.
  ///   - timeout: the longest time that each module may take to be ready; 10 seconds by default.
  public func restore(_ tree: NavigationTree, timeout: Duration = readinessTimeout) -> Signal<Void, RouteError> {
    handle.ask(for: "restore") { (pipeline: Pipeline, caller) throws(RouteError) in
      guard let root = tree.root else { throw .invalid(.saved, "the saved tree is empty: it has no root to open") }
      pipeline.submit(RestoringJob(root, limit: timeout, modules: pipeline.modules, for: caller))
    }
  }
}

/// The job of a restoration: opens the screens of a saved tree, parents before children, and then selects the tabs. A screen
/// that cannot open is left out, with the screens on it.
final class RestoringJob: NavigationJob {
  /// A screen of the saved tree, and the module that was opened for it.
  private struct Screen {
    let node: NavigationTree.Node
    /// The index of its parent.
    let parent: Int?
    var module: (id: Int, name: String)?
  }

  private let limit: Duration
  private let modules: [String: Module]
  private var screens: [Screen]
  /// The screens still to open, from the first; after that, the screens whose tab is still to be selected, from the last.
  private var waiting: Range<Int>
  /// The index of the screen to open or the tab to select.
  private var current: Int?
  private var isSelecting = false
  /// The destination that a guard has redirected to.
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
      return NavigationStep(request: .open(destination, .root, from: tree.root?.id), asksClosing: true, turn: .last)
    }
    return NavigationStep(
      request: .open(destination, screen.node.style, from: id), asking: name, readiness: (id, limit), turn: .last)
  }

  /// The saved destination, with its input as the route encodes it now.
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
        // The screens on the saved one do not belong on the one opened in its place.
        miss(index, .refused(.guarded, "its guard redirects to '\(other.route)'"))
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
    current == 0 ? nil : try failed(.refused(.guarded, "the user went back while its guard waited"))
  }

  override func redirect(_ destination: Destination, to other: Destination, style: RouteStyle) { detour = other }

  private func miss(_ index: Int, _ reason: RouteError) {
    missing.append(RouteError.Missing(route: screens[index].node.destination.route, reason: reason))
  }
}
