import Dispatch

/// Runs work on the main queue, always asynchronously.
public final class MainScheduler: Scheduler {
  static let shared = MainScheduler()
  private let scheduler = DispatchScheduler(.main)

  private init() {}

  /// The time since the main scheduler was first used.
  public var now: Duration { scheduler.now }

  /// Runs `work` on the main queue, later.
  @discardableResult public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
    scheduler.schedule(work)
  }

  /// Runs `work` on the main queue after `delay`.
  @discardableResult
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    scheduler.schedule(after: delay, work)
  }
}

extension Scheduler where Self == MainScheduler {
  /// Runs work on the main queue, always asynchronously.
  public static var main: Self { .shared }
}

/// Whether this code runs on the main queue. It asks the queue, not the thread: under `dispatchMain()`, or an async `main` on
/// Linux, other threads than the first serve the main queue.
package enum MainQueue {
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}
