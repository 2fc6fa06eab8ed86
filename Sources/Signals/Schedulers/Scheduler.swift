/// Where and when work runs. Time enters signals through a scheduler only.
///
/// | scheduler | runs work |
/// |---|---|
/// | ``ImmediateScheduler`` `.immediate` | now, on the caller's thread; a delay is no delay |
/// | ``MainScheduler`` `.main` | later, on the main queue |
/// | ``UIScheduler`` `.ui` | now if already on the main queue and nothing waits before it; else later, there |
/// | ``DispatchScheduler`` `.queue(_:)` | later, on a queue of yours |
/// | ``VirtualTimeScheduler`` | when a test says so |
public protocol Scheduler: Sendable {
  /// The time since the scheduler's epoch; it never goes back.
  var now: Duration { get }

  /// Runs `work` as soon as the scheduler can. Disposing what is returned before that drops the work.
  @discardableResult func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable

  /// Runs `work` after `delay`; a delay of zero or less is none. Disposing what is returned before that drops the work.
  @discardableResult func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable
}

/// Marks work that is scheduled as one of a series without an end, such as the ticks of a timer: nothing waits for its last.
package enum Repetition {
  /// Whether what is scheduled now is part of such a series; nil where that is not known.
  @TaskLocal package static var isUnderWay: Bool?
}
