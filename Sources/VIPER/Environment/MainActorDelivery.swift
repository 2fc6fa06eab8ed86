package import Signals

// `UIScheduler` runs its work on the main queue, which is the main actor's executor.

extension UIScheduler {
  /// Runs `work` on the main actor: synchronously if the caller is on it and no earlier work is queued.
  @discardableResult func run(_ work: @escaping @MainActor @Sendable () -> Void) -> Disposable {
    if runsAtOnce {
      // This is the main actor's thread, and isolation does not change how a function is called. `assumeIsolated` makes the
      // same cast, but allocates for it.
      unsafeBitCast(work, to: (@Sendable () -> Void).self)()
      return .disposed
    }
    return schedule { MainActor.assumeIsolated(work) }
  }
}

extension Signal {
  package func observe(
    on ui: UIScheduler, _ receive: @escaping @MainActor @Sendable (Event<Value, Failure>) -> Void
  ) -> Disposable {
    observe(on: ui).observe { event in MainActor.assumeIsolated { receive(event) } }
  }
}
