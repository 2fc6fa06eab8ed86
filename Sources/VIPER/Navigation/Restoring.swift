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
    appHandle.ask(for: "restore") { navigator, emitter in
      guard let root = tree.root else {
        return emitter.fail(.invalid("the saved tree is empty: it has no root to open"))
      }
      let restoration = Restoration(root, timeout, emitter)
      navigator.whenIdle(otherwise: { emitter.fail($0) }) { [weak navigator] in navigator?.restoreNext(restoration) }
    }
  }

  private func restoreNext(_ restoration: Restoration) {
    guard !restoration.emitter.isDisposed else { return }
    guard !hasLostEverything(restoration) else { return restoration.emitter.fail(.closed("app")) }
    guard let screen = restoration.next() else { return restoreSelection(restoration) }
    if let parent = screen.parent, parent.id.flatMap({ opened.live[$0] }) == nil {
      return miss(screen, .closed(parent.node.destination.route), restoration)
    }
    let destination: Destination
    do throws(RouteError) { destination = try readable(screen) } catch { return miss(screen, error, restoration) }
    let scope = restoration.emitter.disposable
    whenReady(
      screen.parent?.id, restoration.timeout, scope: scope,
      otherwise: { [weak self] in self?.miss(screen, $0, restoration) }
    ) { [weak self] in
      self?.guarded(Opening(destination: destination), scope: scope) { [weak self] outcome in
        guard let self else { return restoration.emitter.fail(.closed("app")) }
        switch outcome {
        case .refused(let error): miss(screen, error, restoration)
        case .abandoned where screen.parent == nil: restoration.emitter.complete()
        case .abandoned: miss(screen, .refused("its guard was left"), restoration)
        case .proceed: restore(screen, destination, restoration)
        case .redirected(let other):
          let detour = RouteError.refused("its guard leads to '\(other.destination.route)'")
          restore(screen, other.destination, restoration, detour)
        }
      }
    }
  }

  /// The destination as its route writes it today.
  private func readable(_ screen: SavedScreen) throws(RouteError) -> Destination {
    let saved = screen.node.destination
    guard let module = modules[saved.route] else { throw unknown(saved.route) }
    guard screen.parent == nil || screen.node.style != .root else {
      throw .invalid("it is saved as a root, and '\(screen.parent?.node.destination.route ?? "")' is below it")
    }
    return Destination(route: saved.route, input: try module.rewrite(saved.input))
  }

  private func restore(
    _ screen: SavedScreen, _ destination: Destination, _ restoration: Restoration, _ detour: RouteError? = nil
  ) {
    let style = screen.parent == nil ? .root : screen.node.style
    var step = NavigationStep(.open(destination, style, from: screen.parent.map(\.id) ?? root)) { [weak self] outcome in
      switch outcome {
      case .done(let id):
        // What was open on the one saved is not for the one opened in its place.
        if let detour { restoration.miss(screen, detour) } else { screen.id = id }
        self?.restoreNext(restoration)
      case .failed(let error): self?.miss(screen, error, restoration)
      }
    }
    step.asking = screen.parent.flatMap { $0.id }.flatMap { opened.live[$0]?.handle.name } ?? "app"
    step.asksWhatCloses = screen.parent == nil
    step.isDisposed = { restoration.emitter.isDisposed }
    enqueue(step)
  }

  private func miss(_ screen: SavedScreen, _ error: RouteError, _ restoration: Restoration) {
    guard screen.parent != nil else { return restoration.emitter.fail(error) }
    restoration.miss(screen, error)
    // By the queue, so that many that cannot be restored do not grow the stack.
    whenIdle(otherwise: { restoration.emitter.fail($0) }) { [weak self] in self?.restoreNext(restoration) }
  }

  private func restoreSelection(_ restoration: Restoration) {
    guard !restoration.emitter.isDisposed else { return }
    guard !hasLostEverything(restoration) else { return restoration.emitter.fail(.closed("app")) }
    while let (host, screen, tab) = restoration.nextSelection() {
      guard let tab = opened.current.value.node(tab)?.destination else {
        restoration.miss(screen, .closed(screen.node.destination.route))
        continue
      }
      return enqueue(
        NavigationStep(.select(tab, from: host)) { [weak self] outcome in
          if case .failed(let error) = outcome { restoration.miss(screen, error) }
          self?.restoreSelection(restoration)
        })
    }
    restoration.end()
  }

  /// Whether everything has been closed since the root was restored.
  private func hasLostEverything(_ restoration: Restoration) -> Bool {
    restoration.root.id != nil && opened.current.value.root == nil
  }
}

/// A screen of a saved tree, and the module it became.
@MainActor private final class SavedScreen {
  let node: NavigationTree.Node
  let parent: SavedScreen?
  var id: Int?

  init(_ node: NavigationTree.Node, on parent: SavedScreen?) {
    self.node = node
    self.parent = parent
  }
}

/// A saved tree on its way to the screen.
@MainActor private final class Restoration {
  let timeout: Duration
  let emitter: Emitter<Void, RouteError>
  let root: SavedScreen
  /// What is still to be opened, the next last.
  private var waiting: [SavedScreen]
  /// Those with tabs that are open.
  private var hosts: [(host: SavedScreen, tabs: [SavedScreen])] = []
  private var missing: [RouteError.Missing] = []

  init(_ root: NavigationTree.Node, _ timeout: Duration, _ emitter: Emitter<Void, RouteError>) {
    self.root = SavedScreen(root, on: nil)
    waiting = [self.root]
    self.timeout = timeout
    self.emitter = emitter
  }

  /// The next screen whose parent is open: parents before children, in the order they were opened.
  func next() -> SavedScreen? {
    while let screen = waiting.popLast() {
      guard screen.parent == nil || screen.parent?.id != nil else { continue }
      let children = screen.node.children.map { SavedScreen($0, on: screen) }
      if screen.node.selected != nil { hosts.append((screen, children)) }
      waiting += children.reversed()
      return screen
    }
    return nil
  }

  /// A host and the tab to select.
  func nextSelection() -> (host: Int, screen: SavedScreen, tab: Int)? {
    while let (host, tabs) = hosts.popLast() {
      guard let tab = tabs.first(where: { $0.node.id == host.node.selected }) else { continue }
      if let hostID = host.id, let tabID = tab.id { return (hostID, tab, tabID) }
    }
    return nil
  }

  func miss(_ screen: SavedScreen, _ reason: RouteError) {
    missing.append(RouteError.Missing(route: screen.node.destination.route, reason: reason))
  }

  func end() {
    if missing.isEmpty { emitter.succeed() } else { emitter.fail(.incomplete(missing)) }
  }
}
