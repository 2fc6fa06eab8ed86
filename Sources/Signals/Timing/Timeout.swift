extension Signal {
  /// Fails when no event comes for `duration`; each value starts the wait anew.
  ///
  ///     source      a--b-------c|
  ///     timeout(4)  a--b---^
  ///
  /// - Parameters:
  ///   - duration: the longest silence allowed.
  ///   - failure: creates the failure, only when the time is over.
  ///   - scheduler: the clock that measures the silence.
  public func timeout(
    _ duration: Duration, failingWith failure: @autoclosure @escaping @Sendable () -> Failure,
    on scheduler: any Scheduler
  ) -> Self {
    let scheduler = scheduler.heldByItsWork
    // The state is the time of the last value since the timer was set, if there was one. When the timer fires, it is set again
    // for the rest of the wait. So values set no timers.
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
