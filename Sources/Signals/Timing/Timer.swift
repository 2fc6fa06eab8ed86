extension Signal where Value == Int, Failure == Never {
  /// 0, 1, 2, … one each `period`, the first after one period. Never ends by itself.
  ///
  ///     timer(every: 3)  ---0--1--2
  public static func timer(every period: Duration, on scheduler: any Scheduler) -> Self {
    Signal(work: { sink, scope in
      let ticking = Ticking(period, scheduler, Emitter(sink, in: scope))
      ticking.schedule(0)
    })
  }
}

/// One observation of a timer. Ticks are due at multiples of the period after the start, so they do not drift.
private final class Ticking: Sendable {
  private let period: Duration
  private let scheduler: any Scheduler
  private let start: Duration
  private let emitter: Emitter<Int, Never>
  private let timer = TimerSlot()

  init(_ period: Duration, _ scheduler: any Scheduler, _ emitter: Emitter<Int, Never>) {
    self.period = period
    self.scheduler = scheduler
    self.emitter = emitter
    start = scheduler.now
    emitter.disposable.add(timer)
  }

  func schedule(_ number: Int) {
    let due = start + period * (number + 1)
    timer.replace(
      with: scheduler.schedule(after: due - scheduler.now) {
        self.emitter.send(number)
        if !self.emitter.isDisposed { self.schedule(number + 1) }
      })
  }
}
