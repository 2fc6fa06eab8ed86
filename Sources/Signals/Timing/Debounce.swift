extension Signal {
  /// A value once `duration` has passed without another. Completion delivers the pending value and completes at once; a
  /// failure drops it.
  ///
  ///     source       ab----c----d|
  ///     debounce(2)  ---b----c---(d|)
  public func debounce(_ duration: Duration, on scheduler: any Scheduler) -> Self {
    let scheduler = scheduler.heldByItsWork
    return chained { sink, scope in
      let debouncing = Debouncing(Emitter(sink, in: scope))
      debouncing.emitter.disposable.add(debouncing.timer)
      debouncing.emitter.observe(self) { event in
        switch event {
        case .value(let value):
          let number = debouncing.keep(value)
          debouncing.timer.replace(with: scheduler.schedule(after: duration) { debouncing.flush(number) })
        case .failed: debouncing.emitter.emit(event)
        case .completed: debouncing.complete()
        }
      }
    }
  }
}

/// One observation of `debounce`. The value that waits is kept, taken and delivered in the emitter's turn: the timer and the
/// completion never come between each other's steps.
private final class Debouncing<Value: Sendable, Failure: Error>: @unchecked Sendable {
  let emitter: Emitter<Value, Failure>
  /// The timer of the value that waits.
  let timer = TimerSlot()
  // Touched by the owner of the emitter's turn only.
  private var pending: Value?
  /// How many values came. Only the source's, which is serial.
  private var received = 0
  /// Which of them waits; touched in the turn, like `pending`.
  private var number = 0

  init(_ emitter: Emitter<Value, Failure>) { self.emitter = emitter }

  /// Keeps the value in place of the one before; gives its number.
  func keep(_ value: Value) -> Int {
    received += 1
    let number = received
    emitter.perform {
      let dropped = self.pending
      self.pending = value
      self.number = number
      withExtendedLifetime(dropped) {}
    }
    return number
  }

  /// Delivers the value of that number, if it still waits.
  func flush(_ number: Int) {
    emitter.perform {
      if self.number == number { self.deliverPending() }
    }
  }

  func complete() {
    emitter.perform {
      self.deliverPending()
      self.emitter.deliver(.completed)
    }
  }

  private func deliverPending() {
    guard let value = pending.take() else { return }
    emitter.deliver(.value(value))
  }
}
