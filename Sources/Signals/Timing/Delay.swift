extension Signal {
  /// The values and the completion, each `duration` later; a failure at once, dropping what is under way.
  ///
  ///     source    a--b|
  ///     delay(2)  --a--b|
  public func delay(_ duration: Duration, on scheduler: any Scheduler) -> Self {
    let scheduler = scheduler.heldByItsWork
    return chained { sink, scope in
      let delaying = Delaying(Emitter(sink, in: scope))
      delaying.emitter.observe(self) { event in
        if case .failed = event { return delaying.emitter.emit(event) }
        delaying.add(event)
        delaying.emitter.disposable.add(scheduler.schedule(after: duration) { delaying.deliverNext() })
      }
    }
  }
}

/// One observation of `delay`. Whichever piece of scheduled work comes first delivers what came first, so that a concurrent
/// queue keeps the order, too.
private final class Delaying<Value: Sendable, Failure: Error>: @unchecked Sendable {
  let emitter: Emitter<Value, Failure>
  // Touched by the owner of the emitter's turn only.
  private var waiting = FIFO<Event<Value, Failure>>()

  init(_ emitter: Emitter<Value, Failure>) { self.emitter = emitter }

  func add(_ event: Event<Value, Failure>) {
    emitter.perform { self.waiting.append(event) }
  }

  func deliverNext() {
    emitter.perform {
      if let event = self.waiting.popFirst() { self.emitter.deliver(event) }
    }
  }
}
