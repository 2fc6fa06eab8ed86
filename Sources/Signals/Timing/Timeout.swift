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
    return chained { sink, scope in
      let waiting = Waiting(duration, scheduler, Emitter(sink, in: scope), failure)
      waiting.emitter.disposable.add(waiting.timer)
      waiting.wait(duration)
      waiting.emitter.observe(self) { event in
        if case .value = event { waiting.valueCame() }
        waiting.emitter.emit(event)
      }
    }
  }
}

/// One observation of `timeout`. A value only notes when it came; the one timer there is looks, when it fires, how much of
/// the wait is left. So values cost no timers, however many come.
private final class Waiting<Value: Sendable, Failure: Error>: Sendable {
  let emitter: Emitter<Value, Failure>
  let timer = TimerSlot()
  private let duration: Duration, scheduler: any Scheduler
  private let failure: @Sendable () -> Failure
  /// When the last value came, if one did since the timer was set.
  private let lastValue = Protected<Duration?>(nil)

  init(
    _ duration: Duration, _ scheduler: any Scheduler, _ emitter: Emitter<Value, Failure>,
    _ failure: @escaping @Sendable () -> Failure
  ) {
    self.duration = duration
    self.scheduler = scheduler
    self.emitter = emitter
    self.failure = failure
  }

  func valueCame() {
    let now = scheduler.now
    lastValue.withLock { $0 = now }
  }

  func wait(_ duration: Duration) { emitter.perform { self.setTimer(duration) } }

  /// In the emitter's turn, as is looking: a timer that fires looks not before the slot has it.
  private func setTimer(_ duration: Duration) {
    timer.replace(with: scheduler.schedule(after: duration) { self.fired() })
  }

  private func fired() {
    emitter.perform {
      if self.emitter.isDisposed { return }
      if let last = self.lastValue.withLock({ $0.take() }) {
        self.setTimer(last + self.duration - self.scheduler.now)
      } else {
        self.emitter.deliver(.failed(self.failure()))
      }
    }
  }
}
