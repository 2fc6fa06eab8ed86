extension Signal {
  /// The same events, a failure included, delivered on `scheduler` in the order they came. A burst, with the events that come
  /// during its delivery, is one piece of scheduled work. If values come faster than they are used, such as a progress that a
  /// view draws, put a `throttle` before this. Events that are undelivered when the observation is disposed are dropped.
  ///
  ///     source                   ab   ---c|
  ///     observe(on: aTickLater)  -(ab)----(c|)
  @inlinable public func observe(on scheduler: any Scheduler) -> Self {
    chained(on: scheduler) { sink, scope, scheduler in
      let queue = DeliveryQueue(sink, scope, scheduler)
      run(Sink(value: { queue.add(.value($0)) }, end: { queue.add($0.event()) }), scope)
    }
  }

  /// Each value, transformed on the main actor, where all events are then delivered, as by `observe(on: .ui)`.
  ///
  ///     source              1--2--|
  ///     map(on: .ui) { … }  x--y--|   x=10 y=20
  public func map<U: Sendable>(
    on scheduler: UIScheduler, _ transform: @escaping @MainActor @Sendable (Value) -> U
  ) -> Signal<U, Failure> {
    // The scheduler runs its work on the main queue, which is the main actor's.
    observe(on: scheduler).map { value in MainActor.assumeIsolated { transform(value) } }
  }

  /// The same signal, with its work started on `scheduler`.
  ///
  ///     source                      a--b|
  ///     subscribe(on: aTickLater)  -a--b|
  public func subscribe(on scheduler: any Scheduler) -> Self {
    chained(on: scheduler) { sink, scope, scheduler in
      let emitter = Emitter(sink, in: scope)
      emitter.disposable.add(scheduler.schedule { emitter.observe(self) { emitter.emit($0) } })
    }
  }
}

/// Events on their way to a scheduler. The first one schedules a delivery, which takes all waiting events until there are none.
// Mutable are what the lock guards, and the batch of the delivery: the next one begins after this one has found, under the
// lock, that nothing waits.
@usableFromInline final class DeliveryQueue<Value: Sendable, Failure: Error>: @unchecked Sendable {
  @usableFromInline let sink: Sink<Value, Failure>
  @usableFromInline let scope: Disposable
  @usableFromInline let scheduler: any Scheduler

  @usableFromInline let lock = PlatformLock()
  // Under the lock, one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline var waiting: [Event<Value, Failure>] = []
  /// Whether a delivery is scheduled or under way.
  @safe @exclusivity(unchecked) @usableFromInline var isDelivering = false
  // The memory of the last batch, for the next one. The delivery's, and so one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline var batch: [Event<Value, Failure>] = []
  // Upstream's, and so one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline var delivery: Disposable?

  @usableFromInline init(_ sink: Sink<Value, Failure>, _ scope: Disposable, _ scheduler: any Scheduler) {
    self.sink = sink
    self.scope = scope
    self.scheduler = scheduler
  }

  /// Upstream is serial, so there is one call at a time.
  @inlinable func add(_ event: Event<Value, Failure>) {
    // No event would be delivered.
    if scope.isDisposed { return }
    lock.lock()
    let isFirst = !isDelivering
    isDelivering = true
    waiting.append(event)
    lock.unlock()
    if !isFirst { return }
    // It has run.
    delivery?.dispose()
    let next = scheduler.schedule { self.deliver() }
    delivery = next
    scope.add(next)
  }

  @inlinable func deliver() {
    while takeBatch() {
      // From the end, so that no event is kept longer than its delivery.
      batch.reverse()
      while let event = batch.popLast() {
        if !scope.isDisposed { sink(event) }
      }
      // The memory is reused, unless it is large.
      if batch.capacity > 256 { batch = [] }
    }
  }

  @inlinable func takeBatch() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    swap(&batch, &waiting)
    isDelivering = !batch.isEmpty
    return isDelivering
  }
}
