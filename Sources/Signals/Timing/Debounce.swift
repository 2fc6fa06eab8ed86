extension Signal {
  /// A value, once `duration` has passed without another one. Completion delivers the pending value and completes at once; a
  /// failure drops the pending value.
  ///
  ///     source       ab----c----d|
  ///     debounce(2)  ---b----c---(d|)
  public func debounce(_ duration: Duration, on scheduler: any Scheduler) -> Self {
    let scheduler = scheduler.heldByItsWork
    return join(Value?.none) { join in
      join.observe(map { ($0, due: scheduler.now + duration) }) { pending, next in
        pending = next.0
        join.setTimer(next.due, on: scheduler) { pending in
          if let value = pending.take() { join.send(value) }
        }
      } completed: { pending in
        if let value = pending.take() { join.send(value) }
        join.complete()
      }
    }
  }
}
