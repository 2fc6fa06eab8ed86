extension Signal {
  /// A value once `duration` has passed without another. Completion delivers the pending value and completes at once; a
  /// failure drops it.
  ///
  ///     source       ab----c-|
  ///     debounce(2)  ---b----(c|)
  public func debounce(_ duration: Duration, on scheduler: any Scheduler) -> Self {
    chained { sink, scope in
      let emitter = Emitter(sink, in: scope)
      let pending = PendingValue<Value>()
      emitter.disposable.add(pending.timer)
      emitter.observe(self) { event in
        switch event {
        case .value(let value):
          let number = pending.replace(with: value)
          pending.timer.replace(
            with: scheduler.schedule(after: duration) { pending.take(number).map { emitter.send($0) } })
        case .failed: emitter.emit(event)
        case .completed:
          if let value = pending.take() { emitter.send(value) }
          emitter.complete()
        }
      }
    }
  }
}

/// The value that waits for silence.
private final class PendingValue<Value: Sendable>: Sendable {
  private let state = Protected((value: Value?.none, number: 0))
  /// The timer of the value that waits.
  let timer = TimerSlot()

  /// Keeps `value` in place of the one before; gives its number.
  func replace(with value: Value) -> Int {
    let (old, number) = state.withLock { state in
      defer { state.value = value }
      state.number += 1
      return (state.value, state.number)
    }
    return withExtendedLifetime(old) { number }
  }

  /// The value that waits, if it is still the one of that number.
  func take(_ number: Int? = nil) -> Value? {
    state.withLock { state in
      guard number == nil || number == state.number else { return nil }
      defer { state.value = nil }
      return state.value
    }
  }
}
