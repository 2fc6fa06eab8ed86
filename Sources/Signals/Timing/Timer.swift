extension Signal where Value == Int, Failure == Never {
  /// 0, 1, 2, … one for each `period`, the first after one period. Never ends by itself.
  ///
  /// The number of a tick is the number of whole periods that have passed, less one. If ticks were missed, because the process
  /// was suspended or the scheduler was busy, only the last of them is sent.
  ///
  ///     timer(every: 3)  ---0--1--2
  ///
  /// - Precondition: `period` is positive.
  public static func timer(every period: Duration, on scheduler: any Scheduler) -> Self {
    precondition(period > .zero, "a timer ticks every \(period), without end; give it a period above zero")
    let scheduler = scheduler.heldByItsWork
    return Signal<Never, Never>.empty.join(0) { join in
      // Ticks are due at multiples of the period after the start, so they do not drift.
      let start = scheduler.now
      @Sendable func schedule(_ next: inout Int) {
        let due = start + period * (next + 1)
        Repetition.$isUnderWay.withValue(true) {
          join.setTimer(due, on: scheduler) { next in
            let number = max(next, Int((scheduler.now - start) / period) - 1)
            next = number + 1
            join.send(number)
            schedule(&next)
          }
        }
      }
      join.perform(schedule)
    }
  }
}
