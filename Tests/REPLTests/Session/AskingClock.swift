import Signals

/// A clock that asks `isOver` whether a wait ends at once; otherwise the wait never ends.
struct AskingClock: Scheduler {
  let now = Duration.zero
  let isOver: @Sendable (Duration) -> Bool

  @discardableResult func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
    schedule(after: now, work)
  }

  @discardableResult
  func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    if isOver(delay) { work() }
    return Disposable()
  }
}
