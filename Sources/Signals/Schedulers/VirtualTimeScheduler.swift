/// A scheduler whose time stands still until a test moves it. A test never waits, and every run is the same.
///
///     let time = VirtualTimeScheduler()
///     time.schedule(after: .seconds(3600)) { print("an hour later") }
///     time.advance(by: .seconds(3600))
///     // Prints "an hour later"
///
/// Work that is scheduled during a move of the clock runs in that move if it is due. Work due at the same time runs in the
/// order it was scheduled. Any thread may schedule at any time; one thread at a time should move the clock. Pending work is
/// released with the scheduler: waiting operators do not keep the scheduler alive. A task that runs on it does, until the task
/// is over.
public final class VirtualTimeScheduler: Scheduler {
  private struct Entry {
    let time: Duration, work: ScheduledWork
    var isDropped: Bool { work.disposable.isDisposed }
  }
  private struct State {
    var now = Duration.zero
    /// The last one is next. Those due at one time are in the order they were scheduled.
    var entries: [Entry] = []
    var isOver = false

    mutating func insert(_ entry: Entry) {
      var low = 0, high = entries.count
      while low < high {
        let middle = (low + high) / 2
        if entries[middle].time > entry.time { low = middle + 1 } else { high = middle }
      }
      entries.insert(entry, at: low)
    }
  }
  private let state: Protected<State>
  /// Whether this is only a view of another scheduler's time, for operators. The clock cannot move once that scheduler is
  /// released, so the pending work, which may keep views alive, is dropped then.
  private let isView: Bool

  /// A scheduler at time zero.
  public init() {
    state = Protected(State())
    isView = false
  }

  fileprivate init(viewOf scheduler: VirtualTimeScheduler) {
    state = scheduler.state
    isView = true
  }

  deinit { if !isView { end() } }

  /// The time since zero.
  public var now: Duration { state.withLock { $0.now } }

  /// The number of pieces of work that are scheduled and neither run nor disposed.
  public var pending: Int { state.withLock { state in state.entries.count { !$0.isDropped } } }

  /// The time of the next work; nil if there is none.
  public var nextDue: Duration? { state.withLock { state in state.entries.last { !$0.isDropped }?.time } }

  /// Runs `work` once time has moved by `delay`; without a delay, in the next move of the clock, `advance(by: .zero)` included.
  @discardableResult
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    let scheduled = ScheduledWork(work)
    let isScheduled = state.withLock { state in
      if state.isOver { return false }
      state.insert(Entry(time: state.now + max(delay, .zero), work: scheduled))
      return true
    }
    return isScheduled ? scheduled.disposable : .disposed
  }

  /// Moves the clock by `duration`, and runs the work that becomes due, each piece at its time. A negative duration counts as
  /// zero.
  public func advance(by duration: Duration) {
    let end = now + max(duration, .zero)
    while runNext(until: end) {}
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Moves the clock from one piece of work to the next until none is pending. Never returns if some work always schedules
  /// itself again, as a timer does.
  public func run() {
    while runNext() {}
  }

  /// Moves the clock to the next piece of work, if it is due by `end`, and runs it; false if there is none.
  @discardableResult public func runNext(until end: Duration? = nil) -> Bool {
    let (next, dropped) = state.withLock { state -> (ScheduledWork?, [Entry]) in
      // Released after unlocking.
      let dropped = Array(state.entries.reversed().prefix { $0.isDropped })
      state.entries.removeLast(dropped.count)
      guard let next = state.entries.last, end.map({ next.time <= $0 }) ?? true else { return (nil, dropped) }
      state.entries.removeLast()
      state.now = max(state.now, next.time)
      return (next.work, dropped)
    }
    withExtendedLifetime(dropped) {}
    next?.run()
    return next != nil
  }

  /// Drops all work, pending and later: the clock does not move any more.
  package func end() {
    let dropped = state.withLock { state in
      state.isOver = true
      defer { state.entries = [] }
      return state.entries
    }
    withExtendedLifetime(dropped) {}
  }
}

extension Scheduler {
  /// The scheduler that pending work holds. All other schedulers release work by themselves, once it is due.
  @usableFromInline var heldByItsWork: any Scheduler {
    // Compared first, because a cast is slow.
    guard Self.self == VirtualTimeScheduler.self, let scheduler = self as? VirtualTimeScheduler else { return self }
    return VirtualTimeScheduler(viewOf: scheduler)
  }
}
