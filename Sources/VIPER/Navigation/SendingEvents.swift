import Signals

extension Router {
  /// Sends an event to modules that are open. One value when all of them have it.
  ///
  /// Fails with ``RouteError/closed(_:)`` when the module sending, or one that is named, is not open, and with
  /// ``RouteError/unheard(_:by:)`` when one that is named does not listen; the others get it all the same. A module is open
  /// from when it is built until it is told that it is ``Presenter/unloaded()``.
  public func send<P>(_ event: ModuleEvent<P>, _ payload: P, to recipients: Recipients) -> Signal<Void, RouteError> {
    handle.askPipeline(for: nil) { [handle] pipeline, caller throws(RouteError) in
      guard handle.id.map(pipeline.isAlive) ?? true else { throw .closed(handle.name) }
      pipeline.events.deliver {
        let error = pipeline.send(event.name, payload, from: handle, to: recipients)
        if let bridge = event.bridge { handle.app.notifications.post(bridge.name, bridge.write(payload)) }
        if let error { caller.fail(error) } else { caller.end(with: ()) }
      }
    }
  }

  /// The events sent to this module, from modules or from the system, on the main actor; complete when it closes.
  public func received<P>(_ event: ModuleEvent<P>) -> Signal<P, Never> {
    Signal { [handle] emitter in
      let listener = EventListener(
        event: event.name,
        delivery: { payload in
          guard let payload = payload as? P else { return nil }
          return { emitter.send(payload) }
        },
        readJSON: { json throws(RouteError) in try event.read(json) },
        end: { emitter.complete() })
      emitter.disposable.add(handle.listen(listener))
      guard let bridge = event.bridge, !emitter.isDisposed else { return }
      emitter.disposable.add(
        handle.app.notifications.observe(bridge.name) {
          [trace = handle.app.trace, module = handle.name, ui = handle.app.ui] notification in
          guard let payload = bridge.read(notification) else { return }
          ui.schedule {
            // The module may have closed since it was posted.
            guard !emitter.isDisposed else { return }
            trace.record(.event, module: module, name: event.name, TraceText.of(payload))
            emitter.send(payload)
          }
        })
    }
  }
}

extension Pipeline {
  /// Hands an event on; gives why one of those named did not get it.
  fileprivate func send(
    _ event: String, _ payload: any Sendable, from sender: RouterHandle, to recipients: Recipients
  ) -> RouteError? {
    let nodes = living
    var problems: [RouteError] = []
    switch recipients.kind {
    case .all: for node in nodes where node.id != sender.id { _ = hand(event, payload, to: node) }
    case .children: for node in children(of: sender.id) { _ = hand(event, payload, to: node) }
    case .parent:
      guard let parent = sender.id.flatMap({ tree.parent(of: $0) ?? current.value.parent(of: $0) }) else {
        return .closed("the parent of \(sender.name)")
      }
      return hand(event, payload, to: parent)
    case .modules(let routes):
      for route in routes {
        let named = nodes.filter { $0.destination.route == route }
        problems += named.isEmpty ? [.closed(route)] : named.compactMap { hand(event, payload, to: $0) }
      }
    }
    return problems.first
  }

  /// Gives why the module has not got it.
  private func hand(_ event: String, _ payload: any Sendable, to node: NavigationTree.Node) -> RouteError? {
    // Who got it before may have closed this one.
    guard let handle = open[node.id]?.handle else { return .closed(node.destination.route) }
    let deliveries = handle.heard.filter { $0.event == event }.compactMap { $0.delivery(payload) }
    guard !deliveries.isEmpty else { return .unheard(event, by: handle.route) }
    app.trace.record(.event, module: handle.name, name: event, TraceText.of(payload))
    for deliver in deliveries { deliver() }
    return nil
  }
}

extension Navigator {
  /// The names of the events an open module listens to now, for those who draw what is open.
  package func events(heardBy id: NavigationTree.Node.ID) -> [String] {
    Set(pipeline.open[id]?.handle.heard.map(\.event) ?? []).sorted()
  }

  /// An event by name and JSON, for flows: goes to every open module that listens.
  package func send(named name: String, json: String) throws(RouteError) {
    let handles = pipeline.living.compactMap { pipeline.open[$0.id]?.handle }
    // All are read before any is handed over: what cannot be read reaches nobody.
    var deliveries: [(to: RouterHandle, payload: any Sendable, deliver: @Sendable () -> Void)] = []
    for handle in handles {
      for listener in handle.heard where listener.event == name {
        let payload = try listener.readJSON(json)
        if let deliver = listener.delivery(payload) { deliveries.append((handle, payload, deliver)) }
      }
    }
    guard !deliveries.isEmpty else {
      let heard = Set(handles.flatMap(\.heard).map(\.event)).sorted()
      let nearest = NearMiss.nearest(to: name, in: heard).map { "did you mean '\($0)'?" }
      throw .invalid(.event, "no open module listens to '\(name)'; \(nearest ?? "open one that does")")
    }
    pipeline.events.deliver { [pipeline] in
      for (handle, payload, deliver) in deliveries where handle.id.map(pipeline.isAlive) ?? false {
        pipeline.app.trace.record(.event, module: handle.name, name: name, TraceText.of(payload))
        deliver()
      }
    }
  }
}

extension Pipeline {
  /// The modules that are open or about to open, and then those that are about to close.
  fileprivate var living: [NavigationTree.Node] { both { $0.nodes } }

  fileprivate func isAlive(_ id: Int) -> Bool { living.contains { $0.id == id } }

  /// What is open on a module; nil is the app, which has the root.
  fileprivate func children(of id: Int?) -> [NavigationTree.Node] {
    both { tree in id.map { tree.node($0)?.children ?? [] } ?? [tree.root].compactMap { $0 } }
  }

  /// What is found in the tree after the step under way, and what only in the one before.
  private func both(_ find: (NavigationTree) -> [NavigationTree.Node]) -> [NavigationTree.Node] {
    let after = find(tree), before = find(current.value)
    return after + before.filter { node in !after.contains { $0.id == node.id } }
  }
}
