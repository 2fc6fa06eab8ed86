extension Signal {
  /// Fails when nothing comes for `duration`; each value starts the wait anew.
  ///
  ///     source      a--b-------c|
  ///     timeout(4)  a--b---^
  ///
  /// - Parameters:
  ///   - duration: the longest silence allowed.
  ///   - failure: made when the time has run out, not before.
  ///   - scheduler: what the silence is measured by.
  public func timeout(
    _ duration: Duration, failingWith failure: @autoclosure @escaping @Sendable () -> Failure,
    on scheduler: any Scheduler
  ) -> Self {
    let scheduler = scheduler.heldByItsWork
    // The state is when the last value came, if one did since the timer was set. When the timer fires, it is set again for what is
    // left of the wait. So values cost no timers, however many come.
    return join(Duration?.none) { join in
      @Sendable func wait(until due: Duration) {
        join.setTimer(due, on: scheduler) { last in
          if let value = last.take() { wait(until: value + duration) } else { join.fail(failure()) }
        }
      }
      join.perform { _ in wait(until: scheduler.now + duration) }
      join.observe(map { ($0, time: scheduler.now) }) { last, next in
        last = next.time
        join.send(next.0)
      }
    }
  }
}
