extension Signal {
  /// The same events, delivered on `scheduler` in the order they came, a failure included. A burst is one piece of scheduled
  /// work. What has not been delivered when the observation is disposed is dropped.
  ///
  ///     source       (ab)---c|
  ///     observe(on)  -(ab)---c|   a scheduler that takes a tick
  public func observe(on scheduler: any Scheduler) -> Self {
    chained { sink, scope in
      let queue = DeliveryQueue(sink, scope, scheduler)
      let source = Disposable()
      scope.add(source)
      start(in: source) { queue.add($0) }
    }
  }

  /// This signal, its work started on `scheduler`.
  ///
  ///     source         a--b|
  ///     subscribe(on)  -a--b|   a scheduler that takes a tick
  public func subscribe(on scheduler: any Scheduler) -> Self {
    chained { sink, scope in
      let emitter = Emitter(sink, in: scope)
      emitter.disposable.add(scheduler.schedule { emitter.observe(self) { emitter.emit($0) } })
    }
  }
}

/// Events on their way to a scheduler: one producer, one consumer.
private final class DeliveryQueue<Value: Sendable, Failure: Error>: @unchecked Sendable {
  private struct State {
    var events = FIFO<Event<Value, Failure>>()
    /// Whether scheduled work will see to them.
    var isScheduled = false
  }
  private let state = Protected(State())
  // Called by the scheduled work only, of which there is one at a time.
  private let sink: Sink<Value, Failure>
  private let scope: Disposable
  private let scheduler: any Scheduler

  init(_ sink: @escaping Sink<Value, Failure>, _ scope: Disposable, _ scheduler: any Scheduler) {
    self.sink = sink
    self.scope = scope
    self.scheduler = scheduler
  }

  func add(_ event: Event<Value, Failure>) {
    let mustSchedule = state.withLock { state in
      state.events.append(event)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if mustSchedule { scheduler.schedule { self.deliver() } }
  }

  private func deliver() {
    while let event = next() {
      if !scope.isDisposed { sink(event) }
    }
  }

  private func next() -> Event<Value, Failure>? {
    state.withLock { state in
      if let event = state.events.popFirst() { return event }
      state.isScheduled = false
      return nil
    }
  }
}
