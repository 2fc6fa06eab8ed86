extension Signal {
  /// At most one value per `duration`. The first passes and opens a window [t, t + d).
  ///
  /// With `latest`, the last value of a window passes at its end and opens the next; a value exactly at the end counts as
  /// that last value. Without, values inside the window are dropped and one at t + d passes. Completion waits for a pending
  /// value, otherwise it is immediate; a failure is immediate and drops it.
  ///
  ///     source       abc------d-e|
  ///     throttle(3)  a--c-----d--(e|)
  ///
  ///     source                      abc------d-e|
  ///     throttle(3, latest: false)  a--------d--|
  public func throttle(_ duration: Duration, latest: Bool = true, on scheduler: any Scheduler) -> Self {
    let scheduler = scheduler.heldByItsWork
    return chained { sink, scope in
      let throttling = Throttling(duration, latest, scheduler, Emitter(sink, in: scope))
      throttling.emitter.disposable.add(throttling.timer)
      throttling.emitter.observe(self) { throttling.receive($0) }
    }
  }
}

/// One observation of `throttle`. The state decides, and what it decides is done, in the emitter's turn: a value that waited
/// is delivered before the completion that found it waiting.
private final class Throttling<Value: Sendable, Failure: Error>: @unchecked Sendable {
  let emitter: Emitter<Value, Failure>
  let timer = TimerSlot()
  private let duration: Duration, latest: Bool, scheduler: any Scheduler
  // Touched by the owner of the emitter's turn only.
  private var state = ThrottleState<Value>()

  init(_ duration: Duration, _ latest: Bool, _ scheduler: any Scheduler, _ emitter: Emitter<Value, Failure>) {
    self.duration = duration
    self.latest = latest
    self.scheduler = scheduler
    self.emitter = emitter
  }

  func receive(_ event: Event<Value, Failure>) {
    switch event {
    case .failed: emitter.emit(event)
    case .completed:
      emitter.perform {
        if self.state.complete() { self.emitter.deliver(.completed) }
      }
    case .value(let value):
      let now = scheduler.now
      emitter.perform {
        let (passes, dropped) = self.state.receive(value, at: now, window: self.duration, latest: self.latest)
        withExtendedLifetime(dropped) {}
        guard passes else { return }
        self.emitter.deliver(event)
        if self.latest { self.closeWindow() }
      }
    }
  }

  private func closeWindow() {
    // Behind what is already scheduled for that very moment: a value exactly at the end is the window's last.
    timer.replace(
      with: scheduler.schedule(after: duration) {
        // In the turn: not before the slot has the timer that this is.
        self.emitter.perform {
          self.timer.replace(with: self.scheduler.schedule { self.windowClosed() })
        }
      })
  }

  private func windowClosed() {
    let now = scheduler.now
    emitter.perform {
      switch self.state.windowClosed(at: now, window: self.duration) {
      case .idle: break
      case .send(let value, let isLast):
        self.emitter.deliver(.value(value))
        if isLast { self.emitter.deliver(.completed) } else { self.closeWindow() }
      }
    }
  }
}

private struct ThrottleState<Value> {
  enum Closing {
    /// Nothing came in the window: the next value passes.
    case idle
    /// The window's last value passes and opens the next, unless it was the signal's last.
    case send(Value, isLast: Bool)
  }
  /// When the open window ends.
  private var end: Duration?
  private var pending: Value?
  private var isComplete = false

  /// Whether a value passes now, and the one it takes the place of: to be released when the state is not in use, for a
  /// release may call out.
  mutating func receive(
    _ value: Value, at now: Duration, window: Duration, latest: Bool
  ) -> (passes: Bool, dropped: Value?) {
    // With `latest`, the window is open until its timer has run, even if that is late: order before time.
    if let end, latest || now < end {
      guard latest else { return (false, nil) }
      defer { pending = value }
      return (false, pending)
    }
    end = now + window
    return (true, nil)
  }

  mutating func windowClosed(at now: Duration, window: Duration) -> Closing {
    guard let value = pending else {
      end = nil
      return .idle
    }
    pending = nil
    end = now + window
    return .send(value, isLast: isComplete)
  }

  /// The source completed; whether that goes on at once.
  mutating func complete() -> Bool {
    isComplete = true
    return pending == nil
  }
}
