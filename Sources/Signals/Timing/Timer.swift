import Synchronization

extension Signal where Value == Int, Failure == Never {
  /// 0, 1, 2, … one each `period`, the first after one period. Never ends by itself.
  ///
  /// The number of a tick is the number of whole periods that have passed, less one. Ticks that were missed, because the process
  /// was suspended or the scheduler was busy, come as one: the last of them.
  ///
  ///     timer(every: 3)  ---0--1--2
  ///
  /// - Precondition: `period` is more than nothing.
  public static func timer(every period: Duration, on scheduler: any Scheduler) -> Self {
    precondition(period > .zero, "a timer ticks every \(period), without end; give it a period above zero")
    let scheduler = scheduler.heldByItsWork
    return Signal(work: { sink, scope in
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

  /// Schedules a tick, and the next ones as long as they come inside their own scheduling: a loop, so that a scheduler that
  /// does not wait needs no more stack.
  func schedule(_ number: Int) {
    var next = number
    while true {
      let tick = Tick()
      let due = start + period * (next + 1)
      let work = Repetition.$isUnderWay.withValue(true) {
        scheduler.schedule(after: due - scheduler.now) { [next] in
          let number = max(next, Int((self.scheduler.now - self.start) / self.period) - 1)
          self.emitter.send(number)
          if tick.came(), !self.emitter.isDisposed { self.schedule(number + 1) }
        }
      }
      timer.replace(with: work)
      if tick.scheduled() || emitter.isDisposed { return }
      next += 1
    }
  }
}

/// A tick comes and its scheduling returns: whichever is second goes on.
private final class Tick: Sendable {
  private let isFirst = Atomic(true)

  /// Whether scheduling it has returned before.
  func came() -> Bool { !isFirst.exchange(false, ordering: .acquiringAndReleasing) }

  /// Whether it has yet to come.
  func scheduled() -> Bool { isFirst.exchange(false, ordering: .acquiringAndReleasing) }
}
