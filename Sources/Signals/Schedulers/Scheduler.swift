/// The place and time that work runs at. Only schedulers bring time into signals.
/// <doc:WhichScheduler> lists them.
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

/// Work that runs once or is dropped. Either way it is released at once; until then, it and its disposable hold each other.
final class ScheduledWork: @unchecked Sendable {
  private let work: Protected<(@Sendable () -> Void)?>
  /// Drops the work.
  let disposable = Disposable()
  // Changed under the lock of the heap. The work with the lower position is next: no two have one number.
  @safe @exclusivity(unchecked) var position = (due: Duration.zero, number: 0, index: 0)

  init(_ work: @escaping @Sendable () -> Void, onDrop: @escaping @Sendable (ScheduledWork) -> Void = { _ in }) {
    self.work = Protected(work)
    disposable.onDispose { if self.work.withLock({ $0.take() }) != nil { onDrop(self) } }
  }

  func run() {
    if let work = work.withLock({ $0.take() }) {
      disposable.dispose()
      work()
    }
  }
}
