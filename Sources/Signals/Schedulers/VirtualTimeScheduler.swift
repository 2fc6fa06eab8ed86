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
  private struct State { var now = Duration.zero, work = TimerHeap(), isOver = false }
  private let state: Protected<State>
  /// Whether this is a view of another scheduler's time, for operators. Pending work, which may keep views alive, is dropped with
  /// that scheduler, because then the clock cannot move.
  private let isView: Bool

  /// A scheduler at time zero.
  public convenience init() { self.init(Protected(State()), isView: false) }

  private init(_ state: Protected<State>, isView: Bool) { (self.state, self.isView) = (state, isView) }

  fileprivate convenience init(viewOf scheduler: VirtualTimeScheduler) { self.init(scheduler.state, isView: true) }

  deinit { if !isView { end() } }

  /// The time since zero.
  public var now: Duration { state.withLock { $0.now } }

  /// The number of pieces of work that are scheduled and neither run nor disposed.
  public var pending: Int { state.withLock { $0.work.pieces.count } }

  /// The time of the next work; nil if there is none.
  public var nextDue: Duration? { state.withLock { $0.work.pieces.first?.position.due } }

  /// Runs `work` once time has moved by `delay`; without a delay, in the next move of the clock, `advance(by: .zero)` included.
  @discardableResult
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    let scheduled = ScheduledWork(work) { [state] work in state.withLock { $0.work.remove(work) } }
    let isOver = state.withLock { state in
      if !state.isOver { state.work.add(scheduled, due: state.now + max(delay, .zero)) }
      return state.isOver
    }
    if isOver { scheduled.disposable.dispose() }
    return scheduled.disposable
  }

  /// Moves the clock by `duration`, and runs the work that becomes due, each piece at its time. A negative duration counts as
  /// zero.
  public func advance(by duration: Duration) {
    let end = now + max(duration, .zero)
    while runNext(until: end) {}
    move(to: end)
  }

  /// Moves the clock without running work, but never back.
  func move(to time: Duration) { state.withLock { $0.now = max($0.now, time) } }

  /// Moves the clock from one piece of work to the next until none is pending. Never returns if some work always schedules
  /// itself again, as a timer does.
  public func run() { while runNext() {} }

  /// Moves the clock to the next piece of work, if it is due by `end`, and runs it; false if there is none.
  @discardableResult public func runNext(until end: Duration? = nil) -> Bool {
    let next = state.withLock { state -> ScheduledWork? in
      guard let next = state.work.pieces.first, end.map({ next.position.due <= $0 }) ?? true else { return nil }
      state.work.remove(next)
      state.now = max(state.now, next.position.due)
      return next
    }
    next?.run()
    return next != nil
  }

  /// Drops all work, pending and later: the clock does not move any more.
  package func end() {
    let dropped = state.withLock { state in
      state.isOver = true
      return state.work.pieces
    }
    for work in dropped { work.disposable.dispose() }
  }
}

extension VirtualTimeScheduler: TaskExecutor {
  /// Runs the next step of a task in the next move of the clock.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    schedule { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension Scheduler {
  /// The scheduler as its pending work may hold it. Only virtual time may stand still for ever and never release the work.
  @usableFromInline var view: any Scheduler {
    // Compared first, because a cast is slow.
    guard Self.self == VirtualTimeScheduler.self, let scheduler = self as? VirtualTimeScheduler else { return self }
    return VirtualTimeScheduler(viewOf: scheduler)
  }
}
