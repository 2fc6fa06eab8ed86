import PlainText
public import Signals

extension Router {
  /// Sends an event to open modules, in the order in which they were opened. Gives one value when all of them have received
  /// it.
  ///
  /// Fails with ``RouteError/closed(_:)`` when the sender or a named recipient is not open, and with
  /// ``RouteError/unheard(_:by:)`` when a named recipient does not listen; the other recipients still get the event. Here, a
  /// module is open from when it is built until it is ``Presenter/unloaded()``.
  public func send<P>(_ event: ModuleEvent<P>, _ payload: P, to recipients: Recipients) -> Signal<Void, RouteError> {
    handle.ask(for: nil) { [handle] caller throws(RouteError) in
      let post = { @Sendable in
        if let bridge = event.bridge { handle.app.notifications.post(bridge.name, bridge.write(payload)) }
      }
      try handle.perform(.send(event: event.name, payload, to: recipients, whenSent: post), for: caller)
    }
  }

  /// The events that modules or the system send to this module, on the main actor. Completes when the module closes.
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
            // The module may have closed since the notification was posted.
            guard !emitter.isDisposed else { return }
            trace.record(.event, module: module, name: event.name, StableText.of(payload))
            emitter.send(payload)
          }
        })
    }
  }
}

extension Pipeline {
  func send(
    _ event: String, _ payload: any Sendable, from sender: RouterHandle, to recipients: Recipients,
    whenSent: @escaping @Sendable () -> Void, for caller: any Caller
  ) throws(RouteError) {
    if let id = sender.id, open[id] == nil { throw .closed(sender.name) }
    events.deliver { [self] in
      let error = send(event, payload, from: sender, to: recipients)
      whenSent()
      if let error { caller.fail(error) } else { caller.end(with: ()) }
    }
  }

  /// Delivers an event. Returns the first error of a named recipient that did not get it.
  fileprivate func send(
    _ event: String, _ payload: any Sendable, from sender: RouterHandle, to recipients: Recipients
  ) -> RouteError? {
    let modules = open.all
    var problems: [RouteError] = []
    switch recipients.kind {
    case .all: for module in modules where module.node.id != sender.id { _ = hand(event, payload, to: module) }
    // The root is open on the app.
    case .children: for module in modules where module.parent == sender.id { _ = hand(event, payload, to: module) }
    case .parent:
      guard let parent = sender.id.flatMap({ open[$0]?.parent }).flatMap({ open[$0] }) else {
        return .closed("the parent of \(sender.name)")
      }
      return hand(event, payload, to: parent)
    case .modules(let routes):
      for route in routes {
        let named = modules.filter { $0.handle.route == route }
        problems += named.isEmpty ? [.closed(route)] : named.compactMap { hand(event, payload, to: $0) }
      }
    }
    return problems.first
  }

  /// Delivers an event to one module. Returns the reason if the module did not get it.
  private func hand(_ event: String, _ payload: any Sendable, to module: LiveModule) -> RouteError? {
    let handle = module.handle
    // An earlier recipient may have closed this one.
    guard open[module.node.id] != nil else { return .closed(handle.route) }
    let deliveries = handle.heard.filter { $0.event == event }.compactMap { $0.delivery(payload) }
    guard !deliveries.isEmpty else { return .unheard(event, by: handle.route) }
    app.trace.record(.event, module: handle.name, name: event, StableText.of(payload))
    for deliver in deliveries { deliver() }
    return nil
  }
}

extension Navigator {
  /// The names of the events that an open module listens to now, for drawings of the tree.
  package func events(heardBy id: NavigationTree.Node.ID) -> [String] {
    Set(pipeline.open[id]?.handle.heard.map(\.event) ?? []).sorted()
  }

  /// Sends an event by name and JSON, for flows, to every open module that listens.
  package func send(named name: String, json: String) throws(RouteError) {
    let handles = pipeline.open.all.map(\.handle)
    // All payloads are read before the first is delivered: if one cannot be read, no module gets the event.
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
      for (handle, payload, deliver) in deliveries where handle.id.map({ pipeline.open[$0] != nil }) ?? false {
        pipeline.app.trace.record(.event, module: handle.name, name: name, StableText.of(payload))
        deliver()
      }
    }
  }
}
