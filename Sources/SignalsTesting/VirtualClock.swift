public import Signals

extension VirtualTimeScheduler {
  /// A clock that shows this scheduler's time: `try await time.clock.sleep(for: .seconds(1))` returns when time has moved by a
  /// second.
  public var clock: VirtualClock { VirtualClock(scheduler: self) }
}

/// The clock of a `VirtualTimeScheduler`.
public struct VirtualClock: Clock {
  /// A moment of virtual time.
  public struct Instant: InstantProtocol {
    /// The time since the scheduler's zero.
    public let offset: Duration

    /// The moment `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time from this instant to the other.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the first instant is before the second.
    public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }
  let scheduler: VirtualTimeScheduler

  /// The scheduler's time.
  public var now: Instant { Instant(offset: scheduler.now) }

  /// Zero: virtual time is exact.
  public var minimumResolution: Duration { .zero }

  /// Waits until time has moved to `deadline`; returns at once if it is there already. Throws `CancellationError` if the task
  /// is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let wait = deadline.offset - scheduler.now
    if wait > .zero { _ = try await Signal<Void, CancellationError>.just(()).delay(wait, on: scheduler).firstValue() }
  }
}
