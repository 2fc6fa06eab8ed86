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
    ask(for: "restore") { pipeline, caller throws(RouteError) in
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

  /// The work that is left.
  private enum Work {
    /// To open this screen and those after it. A guard may have redirected this one.
    case opening(Int, instead: Destination? = nil)
    /// To select the tabs of this screen and of those before it.
    case selecting(Int)
    case done
  }

  private let limit: Duration
  private let modules: [String: Module]
  private var screens: [Screen] = []
  private var work = Work.opening(0)
  private var missing: [RouteError.Missing] = []

  init(_ root: NavigationTree.Node, limit: Duration, modules: [String: Module], for caller: any Caller) {
    (self.limit, self.modules) = (limit, modules)
    super.init(for: caller)
    add(root, on: nil)
  }

  private func add(_ node: NavigationTree.Node, on parent: Int?) {
    let index = screens.count
    screens.append(Screen(node: node, parent: parent))
    for child in node.children { add(child, on: index) }
  }

  override func next(in tree: NavigationTree) throws(RouteError) -> NavigationStep? {
    if screens[0].module != nil, tree.root == nil {
      work = .done
      throw .closed("app")
    }
    while true {
      switch work {
      case .opening(screens.count, _): work = .selecting(screens.count - 1)
      case .opening(let index, let other):
        if let step = try step(opening: screens[index], instead: other, in: tree) { return step }
        work = .opening(index + 1)
      case .selecting(-1): work = .done
      case .selecting(let host):
        if let tab = tab(of: host) { return try step(selecting: screens[tab], in: tree) }
        work = .selecting(host - 1)
      case .done:
        if !missing.isEmpty { throw .incomplete(missing) }
        return nil
      }
    }
  }

  /// Nil if the parent is not open.
  private func step(
    opening screen: Screen, instead other: Destination?, in tree: NavigationTree
  ) throws(RouteError) -> NavigationStep? {
    let parent = screen.parent.map { screens[$0].module }
    if case .some(nil) = parent { return nil }
    let destination: Destination
    if let other { destination = other } else { destination = try readable(screen) }
    guard let (id, name) = parent ?? nil else {
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

  private func tab(of host: Int) -> Int? {
    screens[host].node.selected.flatMap { selected in
      screens[host...].firstIndex { $0.parent == host && $0.node.id == selected && $0.module != nil }
    }
  }

  private func step(selecting tab: Screen, in tree: NavigationTree) throws(RouteError) -> NavigationStep {
    guard let parent = tab.parent, let host = screens[parent].module, let id = tab.module?.id, let node = tree.node(id)
    else { throw .closed(tab.node.destination.route) }
    return NavigationStep(request: .select(node.destination, from: host.id), asking: host.name)
  }

  override func made(_ request: NavigationRequest, _ modules: [NavigationTree.Node]) -> Turn? {
    switch work {
    case .opening(_, let other?):
      // The screens on the saved one do not belong on the one opened in its place.
      miss(.refused(.guarded, "its guard redirects to '\(other.route)'"))
    case .opening(let index, nil):
      screens[index].module = modules.first.map { ($0.id, $0.name) }
      work = .opening(index + 1)
    case .selecting(let host): work = .selecting(host - 1)
    case .done: break
    }
    return .last
  }

  override func failed(_ error: RouteError) throws(RouteError) -> Turn {
    switch work {
    case .opening(1..., _), .selecting: miss(error)
    case .opening, .done: throw error
    }
    return .last
  }

  override func left() throws(RouteError) -> Turn? {
    if case .opening(0, _) = work { return nil }
    return try failed(.refused(.guarded, "the user went back while its guard waited"))
  }

  override func redirect(_ destination: Destination, in step: NavigationStep, to other: Destination) {
    if case .opening(let index, _) = work { work = .opening(index, instead: other) }
  }

  /// Leaves out the screen to open, or the tab to select.
  private func miss(_ reason: RouteError) {
    let index: Int
    switch work {
    case .opening(let screen, _): (index, work) = (screen, .opening(screen + 1))
    case .selecting(let host): (index, work) = (tab(of: host) ?? host, .selecting(host - 1))
    case .done: return
    }
    missing.append(RouteError.Missing(route: screens[index].node.destination.route, reason: reason))
  }
}
