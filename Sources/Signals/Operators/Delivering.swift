extension Signal {
  /// The same events, delivered on `scheduler` in the order they came, a failure included. A burst is one piece of scheduled
  /// work, and so is what comes while it is delivered: where values come faster than they are used, such as a progress that a
  /// view draws, put a `throttle` before it. What has not been delivered when the observation is disposed is dropped.
  ///
  ///     source                   ab   ---c|
  ///     observe(on: aTickLater)  -(ab)----(c|)
  @inlinable public func observe(on scheduler: any Scheduler) -> Self {
    let scheduler = scheduler.heldByItsWork
    return chained { value, end, scope in
      let queue = DeliveryQueue(Sink(value: value, end: end), scope, scheduler)
      run({ queue.add(.value($0)) }, End { queue.add($0.event()) }, scope)
    }
  }

  /// This signal, its work started on `scheduler`.
  ///
  ///     source                      a--b|
  ///     subscribe(on: aTickLater)  -a--b|
  public func subscribe(on scheduler: any Scheduler) -> Self {
    let scheduler = scheduler.heldByItsWork
    return chained { sink, scope in
      let emitter = Emitter(sink, in: scope)
      emitter.disposable.add(scheduler.schedule { emitter.observe(self) { emitter.emit($0) } })
    }
  }
}
