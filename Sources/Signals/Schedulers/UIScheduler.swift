import Dispatch
import Synchronization

/// Runs work on the main queue: now, if already there and no `.ui` work waits; otherwise later, in order. So a screen bound on
/// the main queue shows its first values before the binding returns. An event never overtakes an earlier one from another
/// thread.
public final class UIScheduler: Scheduler {
  static let shared = UIScheduler()
  /// The number of pieces of work that wait on the main queue.
  private let waiting = Atomic(0)

  /// A scheduler with an order of its own: its work waits for no work of another `.ui` scheduler.
  package init() {}

  /// The time since the main scheduler was first used.
  public var now: Duration { DispatchScheduler.main.now }

  /// Whether work would run now.
  package var runsAtOnce: Bool { MainQueue.isCurrent && waiting.load(ordering: .acquiring) == 0 }

  /// Runs `work` on the main queue after `delay`; without a delay, now if it can.
  @discardableResult
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    if delay > .zero { return DispatchScheduler.main.schedule(after: delay, work) }
    if runsAtOnce {
      work()
      return .disposed
    }
    waiting.add(1, ordering: .acquiringAndReleasing)
    let scheduled = ScheduledWork(work)
    DispatchQueue.main.async {
      self.waiting.subtract(1, ordering: .acquiringAndReleasing)
      scheduled.run()
    }
    return scheduled.disposable
  }
}

extension Scheduler where Self == UIScheduler {
  /// Runs work on the main queue: at once if already there and no `.ui` work waits.
  public static var ui: Self { .shared }
}
