/// Holds the one timer that runs: setting another disposes the one before.
final class TimerSlot: Sendable {
  private let state = Protected((timer: Disposable?.none, isDisposed: false))

  func replace(with timer: Disposable?) {
    let unwanted = state.withLock { state in
      if state.isDisposed { return timer }
      defer { state.timer = timer }
      return state.timer
    }
    unwanted?.dispose()
  }

  func dispose() {
    let timer = state.withLock { state in
      state.isDisposed = true
      defer { state.timer = nil }
      return state.timer
    }
    timer?.dispose()
  }
}

extension Disposable {
  /// Disposes the slot's timer together with this.
  func add(_ slot: TimerSlot) { add(Disposable { slot.dispose() }) }
}
