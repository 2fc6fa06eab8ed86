extension Signal {
  /// The values and the completion, each `duration` later. A failure comes at once, and drops the events under way.
  ///
  ///     source    a--b|
  ///     delay(2)  --a--b|
  public func delay(_ duration: Duration, on scheduler: any Scheduler) -> Self {
    let scheduler = scheduler.heldByItsWork
    return chained { sink, scope in
      let emitter = Emitter(sink, in: scope), underWay = Protected(FIFO<Event<Value, Failure>>())
      emitter.observe(self) { event in
        if case .failed = event { return emitter.emit(event) }
        underWay.withLock { $0.append(event) }
        // The first piece of work that runs delivers the first event, even on a concurrent queue.
        emitter.disposable.add(
          scheduler.schedule(after: duration) {
            emitter.perform { if let next = underWay.withLock({ $0.popFirst() }) { emitter.deliver(next) } }
          })
      }
    }
  }
}
