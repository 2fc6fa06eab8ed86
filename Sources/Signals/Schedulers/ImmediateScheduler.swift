/// Runs work now, on the caller's thread. Time stands still: a delay has no effect, a timeout is over at once, and
/// `throttle(_:latest:on:)` without the latest passes the first value only.
public struct ImmediateScheduler: Scheduler {
  /// Always zero.
  public var now: Duration { .zero }

  /// Runs `work` before it returns, for any delay.
  @discardableResult
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    work()
    return .disposed
  }
}

extension Scheduler where Self == ImmediateScheduler {
  /// Runs work now, on the caller's thread.
  public static var immediate: Self { ImmediateScheduler() }
}
