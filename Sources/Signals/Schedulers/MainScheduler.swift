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
