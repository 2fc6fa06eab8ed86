/// A scheduler whose time stands still until a test moves it. Nothing waits, and every run is the same.
///
///     let time = VirtualTimeScheduler()
///     time.schedule(after: .seconds(3600)) { print("an hour later") }
///     time.advance(by: .seconds(3600))
///     // Prints "an hour later"
///
/// Work that is scheduled while time moves runs in that same move if it is due. Work due at the same time runs in the
/// order it was scheduled. Any thread may schedule at any time; one thread at a time should move the clock. What still waits
/// goes with the scheduler: operators that wait for it do not keep it. A task that runs on it does, until it is over.
public final class VirtualTimeScheduler: Scheduler {
  /// The time, and what waits for it. What waits may keep it: it ends with this, for then nobody moves the time any more.
  let time = VirtualTime()

  /// A scheduler at time zero.
  public init() {}

  deinit { time.end() }

  /// The time since zero.
  public var now: Duration { time.now }

  /// How much work is scheduled and neither run nor disposed.
  public var pending: Int { time.pending }

  /// When the next work is due; nil if there is none.
  public var nextDue: Duration? { time.nextDue }

  /// Runs `work` in the next move of the clock, `advance(by: .zero)` included.
  @discardableResult public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable { time.schedule(work) }

  /// Runs `work` once time has moved by `delay`.
  @discardableResult
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    time.schedule(after: delay, work)
  }

  /// Moves the clock by `duration`, running what becomes due, each at its time. A duration below zero counts as zero.
  public func advance(by duration: Duration) {
    let end = now + max(duration, .zero)
    while runNext(until: end) {}
    time.move(to: end)
  }

  /// Moves the clock from one piece of work to the next until nothing is pending. Never returns while something
  /// schedules itself again, as a timer does.
  public func run() {
    while runNext() {}
  }

  /// Moves the clock to the next piece of work, if it is due by `end`, and runs it; false if there is none.
  @discardableResult public func runNext(until end: Duration? = nil) -> Bool { time.runNext(until: end) }

  /// Drops what is pending, and what is scheduled from now on: for who moves the clock no more.
  package func end() { time.end() }
}
