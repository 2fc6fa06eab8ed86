import Signals

@testable import REPL

/// A clock that asks `isOver` whether a wait ends at once. Otherwise the wait never ends, except for the one between two polls of
/// what another thread has not released yet: no signal announces a release, so only real time can tell.
struct AskingClock: Scheduler {
  let now = Duration.zero
  let isOver: @Sendable (Duration) -> Bool

  @discardableResult
  func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    if isOver(delay) {
      work()
    } else if delay == Settling.Limits().pollInterval {
      return DispatchScheduler.main.schedule(after: delay, work)
    }
    return Disposable()
  }
}
