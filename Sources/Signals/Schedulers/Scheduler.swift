/// The place and time that work runs at. Only schedulers bring time into signals.
///
/// | scheduler | runs work |
/// |---|---|
/// | ``ImmediateScheduler`` `.immediate` | now, on the caller's thread; a delay is no delay |
/// | ``DispatchScheduler`` `.main` | later, on the main queue |
/// | ``UIScheduler`` `.ui` | now if already on the main queue and nothing waits before it; else later, there |
/// | ``DispatchScheduler`` `.queue(_:)` | later, on a queue of yours |
/// | ``VirtualTimeScheduler`` | when a test moves its time |
public protocol Scheduler: Sendable {
  /// The time since the scheduler's epoch; it never goes back.
  var now: Duration { get }

  /// Runs `work` as soon as the scheduler can. Disposing the returned disposable before that drops the work.
  @discardableResult func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable

  /// Runs `work` after `delay`; a delay of zero or less is none. Disposing the returned disposable before that drops the work.
  @discardableResult func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable
}

extension Scheduler {
  /// Runs `work` as `schedule(after: .zero)` does. A `schedule(after:_:)` that calls this needs a `schedule(_:)` of its own.
  @discardableResult public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
    schedule(after: .zero, work)
  }
}

/// Marks scheduled work as one of an endless series, such as the ticks of a timer. A caller that waits for pending work
/// ignores it.
package enum Repetition {
  /// Whether the work scheduled now is part of such a series; nil if that is not known.
  @TaskLocal package static var isUnderWay: Bool?
}

/// Work that runs once or is dropped. Either way it is released at once. A scheduler that releases the work drops it, too.
final class ScheduledWork: Sendable {
  private typealias Work = @Sendable () -> Void
  private let work: Protected<Work?>
  /// Drops the work. It holds the place of the work, not this object, so it keeps no dropped work alive.
  let disposable: Disposable

  init(_ work: @escaping @Sendable () -> Void) {
    let place = Protected<Work?>(work)
    self.work = place
    disposable = Disposable { _ = place.withLock { $0.take() } }
  }

  /// The work may keep the disposable alive, and so its own place.
  deinit { _ = work.withLock { $0.take() } }

  func run() {
    if let work = work.withLock({ $0.take() }) {
      disposable.dispose()
      work()
    }
  }
}
