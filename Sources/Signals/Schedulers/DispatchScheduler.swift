public import Dispatch

/// Runs work on a dispatch queue, always asynchronously.
public final class DispatchScheduler: Scheduler {
  fileprivate static let mainQueue = DispatchScheduler(.main)
  private let queue: DispatchQueue
  private let epoch = uptime

  /// A scheduler for `queue`. A serial queue keeps work in order.
  public init(_ queue: DispatchQueue) { self.queue = queue }

  /// The time since this scheduler was made.
  public var now: Duration { Self.uptime - epoch }

  /// Runs `work` on the queue after `delay`.
  @discardableResult
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    let scheduled = ScheduledWork(work)
    if delay <= .zero {
      queue.async { scheduled.run() }
    } else {
      Self.delayed.move(to: Self.uptime)
      scheduled.disposable.add(Self.delayed.schedule(after: delay) { [queue] in queue.async { scheduled.run() } })
      Self.setTimer()
    }
    return scheduled.disposable
  }

  // MARK: The timer of all queues

  private static var uptime: Duration { .nanoseconds(DispatchTime.now().uptimeNanoseconds) }
  /// The delayed work of all queues. (`asyncAfter` would retain disposed work until its time.)
  private static let delayed = VirtualTimeScheduler()
  /// The time that the timer is set for.
  private static let alarm = Protected(Duration?.none)
  // Dispatch allows any thread to set a source. This one is never released.
  private nonisolated(unsafe) static let timer: any DispatchSourceTimer = {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "Signals.timer"))
    timer.setEventHandler {
      alarm.withLock { $0 = nil }
      // Read once: another thread may move the clock meanwhile.
      let now = uptime
      while delayed.runNext(until: now) {}
      setTimer()
    }
    timer.activate()
    return timer
  }()

  /// Sets the timer for the next work, unless it fires earlier anyway. So a timer that is replaced often sets it rarely.
  private static func setTimer() {
    alarm.withLock { alarm in
      guard let due = delayed.nextDue, alarm.map({ due < $0 }) ?? true else { return }
      alarm = due
      unsafe timer.schedule(deadline: .now() + (due - uptime) / .seconds(1))
    }
  }
}

extension Scheduler where Self == DispatchScheduler {
  /// Runs work on `queue`, always asynchronously.
  public static func queue(_ queue: DispatchQueue) -> Self { DispatchScheduler(queue) }

  /// Runs work on the main queue, always asynchronously. Its time counts from its first use.
  public static var main: Self { .mainQueue }
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
