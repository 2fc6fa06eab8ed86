/// Holds one disposable at a time: the timer that runs, the signal that is observed now. Another one disposes the one before. What
/// comes after this was disposed is disposed at once.
@usableFromInline final class SerialDisposable: Teardown, @unchecked Sendable {
  // Immutable; the lock guards what is in it.
  private let state = Protected((current: Disposable?.none, isDisposed: false))

  /// Keeps `next` in place of the one before.
  func replace(with next: Disposable?) {
    let unwanted = state.withLock { state in
      if state.isDisposed { return next }
      defer { state.current = next }
      return state.current
    }
    unwanted?.dispose()
  }

  @usableFromInline override func run() {
    let last = state.withLock { state in
      state.isDisposed = true
      return state.current.take()
    }
    last?.dispose()
  }
}
