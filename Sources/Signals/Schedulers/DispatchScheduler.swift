public import Dispatch

/// Runs work on a dispatch queue, always asynchronously.
public final class DispatchScheduler: Scheduler {
  fileprivate static let mainQueue = DispatchScheduler(.main)
  private let queue: DispatchQueue
  private let epoch = DispatchTime.now()

  /// A scheduler for `queue`. A serial queue keeps work in order.
  public init(_ queue: DispatchQueue) { self.queue = queue }

  /// The time since this scheduler was made.
  public var now: Duration { .nanoseconds(DispatchTime.now().uptimeNanoseconds - epoch.uptimeNanoseconds) }

  /// Runs `work` on the queue after `delay`.
  @discardableResult
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    let scheduled = ScheduledWork(work)
    if delay <= .zero {
      queue.async { scheduled.run() }
    } else {
      queue.asyncAfter(deadline: .now() + delay / .seconds(1)) { scheduled.run() }
    }
    return scheduled.disposable
  }
}

extension Scheduler where Self == DispatchScheduler {
  /// Runs work on `queue`, always asynchronously.
  public static func queue(_ queue: DispatchQueue) -> Self { DispatchScheduler(queue) }

  /// Runs work on the main queue, always asynchronously. Its time counts from its first use.
  public static var main: Self { .mainQueue }
}

/// The type of ``Scheduler/main``.
public typealias MainScheduler = DispatchScheduler

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
