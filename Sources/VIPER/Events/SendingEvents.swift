import Signals

extension Router {
  /// Sends an event to modules that are open. One value when all of them have it.
  ///
  /// Fails with ``RouteError/closed(_:)`` when the module sending, or one that is named, is not open, and with
  /// ``RouteError/unheard(_:by:)`` when one that is named does not listen; the others get it all the same.
  public func send<P>(_ event: ModuleEvent<P>, _ payload: P, to recipients: Recipients) -> Signal<Void, RouteError> {
    handle.ask { [handle] navigator, emitter in
      if let id = handle.id, navigator.opened.tree.node(id) == nil { return emitter.fail(.closed(handle.name)) }
      let error = navigator.send(event.name, payload, from: handle, to: recipients)
      if let bridge = event.bridge { handle.notifications.post(bridge.name, bridge.write(payload)) }
      if let error { emitter.fail(error) } else { emitter.succeed() }
    }
  }

  /// The events sent to this module, from modules or from the system, on the main actor; complete when it closes.
  public func received<P>(_ event: ModuleEvent<P>) -> Signal<P, Never> {
    Signal { [handle] emitter in
      let listener = EventListener(
        event: event.name,
        receive: { payload in
          guard let payload = payload as? P else { return false }
          emitter.send(payload)
          return true
        },
        read: { json throws(RouteError) in try event.read(json) },
        end: { emitter.complete() })
      emitter.disposable.add(handle.listeners.add(listener))
      guard let bridge = event.bridge, !emitter.isDisposed else { return }
      emitter.disposable.add(
        handle.notifications.observe(bridge.name) {
          [trace = handle.trace, module = handle.name, ui = handle.ui] notification in
          guard let payload = bridge.read(notification) else { return }
          ui.schedule {
            trace.record(.event, module: module, name: event.name, "\(payload)")
            emitter.send(payload)
          }
        })
    }
  }
}

extension Navigator {
  /// Hands an event on; gives why one of those named did not get it.
  func send(
    _ event: String, _ payload: any Sendable, from sender: RouterHandle, to recipients: Recipients
  ) -> RouteError? {
    let tree = opened.tree
    if let id = sender.id, tree.node(id) == nil { return .closed(sender.name) }
    var error: RouteError?
    func deliver(_ nodes: [NavigationTree.Node], mustHear: Bool) {
      for node in nodes where !hand(event, payload, to: node) && mustHear {
        error = error ?? .unheard(event, by: node.destination.route)
      }
    }
    switch recipients.kind {
    case .all: deliver(tree.nodes.filter { $0.id != sender.id }, mustHear: false)
    case .children: deliver(sender.id.flatMap(tree.node)?.children ?? tree.root.map { [$0] } ?? [], mustHear: false)
    case .parent:
      guard let parent = sender.id.flatMap(tree.parent) else { return .closed("the parent of \(sender.name)") }
      deliver([parent], mustHear: true)
    case .modules(let routes):
      for route in routes {
        let nodes = tree.nodes.filter { $0.destination.route == route }
        if nodes.isEmpty { error = error ?? .closed(route) }
        deliver(nodes, mustHear: true)
      }
    }
    return error
  }

  /// Whether the module listens, and has got it.
  private func hand(_ event: String, _ payload: any Sendable, to node: NavigationTree.Node) -> Bool {
    guard let handle = opened.live[node.id]?.handle else { return false }
    let listeners = handle.listeners.listening(to: event)
    guard !listeners.isEmpty else { return false }
    trace.record(.event, module: handle.name, name: event, "\(payload)")
    return listeners.map { $0.receive(payload) }.contains(true)
  }

  /// The names of the events an open module listens to now, for those who draw what is open.
  package func events(heardBy id: NavigationTree.Node.ID) -> [String] {
    Set(opened.live[id]?.handle.listeners.all.map(\.event) ?? []).sorted()
  }

  /// An event by name and JSON, for flows: goes to every open module that listens.
  package func send(named name: String, json: String) throws(RouteError) {
    let nodes = opened.tree.nodes, handles = nodes.compactMap { opened.live[$0.id]?.handle }
    var deliveries: [@MainActor () -> Void] = []
    for handle in handles {
      for listener in handle.listeners.listening(to: name) {
        let payload = try listener.read(json)
        deliveries.append { [trace] in
          trace.record(.event, module: handle.name, name: name, "\(payload)")
          _ = listener.receive(payload)
        }
      }
    }
    guard !deliveries.isEmpty else {
      let heard = Set(nodes.flatMap { events(heardBy: $0.id) }).sorted()
      let nearest = NearMiss.nearest(to: name, in: heard).map { "did you mean '\($0)'?" }
      throw .invalid("no open module listens to '\(name)'; \(nearest ?? "open one that does")")
    }
    for deliver in deliveries { deliver() }
  }
}
