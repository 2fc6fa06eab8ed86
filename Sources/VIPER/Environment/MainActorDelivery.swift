import Signals

// What `UIScheduler` runs is on the main queue, which is the main actor's.

extension UIScheduler {
  /// Runs `work` on the main actor: now, when already there and nothing waits before it.
  @discardableResult func run(_ work: @escaping @MainActor @Sendable () -> Void) -> Disposable {
    if runsAtOnce {
      // This is the main actor's thread, and an isolated function is called as any other: `assumeIsolated` casts it, too, and
      // allocates for that.
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
