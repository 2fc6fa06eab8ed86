public import Dispatch

/// Runs work on a dispatch queue, always asynchronously.
public final class DispatchScheduler: Scheduler {
  private let queue: DispatchQueue
  private let epoch = DispatchTime.now()

  /// A scheduler for `queue`. A serial queue keeps work in order.
  public init(_ queue: DispatchQueue) { self.queue = queue }

  /// The time since this scheduler was made.
  public var now: Duration { .nanoseconds(DispatchTime.now().uptimeNanoseconds - epoch.uptimeNanoseconds) }

  /// Runs `work` on the queue.
  @discardableResult public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
    let scheduled = ScheduledWork(work)
    queue.async { scheduled.run() }
    return scheduled.disposable
  }

  /// Runs `work` on the queue after `delay`.
  @discardableResult
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    let scheduled = ScheduledWork(work)
    queue.asyncAfter(deadline: .now() + .nanoseconds(delay.nanoseconds)) { scheduled.run() }
    return scheduled.disposable
  }
}

extension Scheduler where Self == DispatchScheduler {
  /// Runs work on `queue`, always asynchronously.
  public static func queue(_ queue: DispatchQueue) -> Self { DispatchScheduler(queue) }
}

extension Duration {
  /// Whole nanoseconds, from zero to the largest `Int`, which is 292 years.
  fileprivate var nanoseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, sumOverflow) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || sumOverflow ? .max : Int(sum)
  }
}
