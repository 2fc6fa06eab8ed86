/// Holds one disposable at a time, such as the running timer or the current inner signal. A new disposable disposes the one
/// before. After the disposal of this, each new one is disposed at once.
@usableFromInline final class SerialDisposable: Teardown, @unchecked Sendable {
  // Immutable; the lock guards its contents.
  private let state = Protected((current: Disposable?.none, isDisposed: false))

  /// Holds `next`, and disposes the one before.
  @usableFromInline func replace(with next: Disposable?) {
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
