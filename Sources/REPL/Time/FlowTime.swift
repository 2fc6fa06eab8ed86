import NamedCalls
import Signals

/// The virtual time of a flow. It knows the line that started each timer, and whether the timer only restarts itself.
final class FlowTime: Scheduler {
  /// Work that is scheduled for a later time.
  struct Timer: Sendable {
    let due: Duration
    /// The line that started it, directly or through another timer.
    let origin: Origin
    /// The number of the call that it belongs to.
    let call: Int?
    /// Whether it is the next step of a task.
    let isStep: Bool
    /// Whether it is a tick: one of a series that ends only with its screen.
    let isTick: Bool
    /// Whether it is a tick, or seems to be one, because an ancestor had the same delay.
    let isRepeating: Bool
    /// The activity when an ancestor with the same delay was scheduled; nil if there is no such ancestor.
    let startedAgainSince: Int?
    /// The time between scheduling it and running it.
    fileprivate let delay: Duration
    /// Whether the scheduler has it: until then, another thread is still scheduling it.
    fileprivate var isSet = false
    /// Its work, once it is set; nil when the scheduler has released it.
    fileprivate weak var scheduled: Disposable?
    /// The delays of the timers that led to this one, each with the activity when it was scheduled.
    fileprivate let ancestors: [Duration: Int]

    /// Whether it was dropped, even if the thread that drops it has not removed it yet.
    fileprivate var isDropped: Bool { isSet && scheduled?.isDisposed != false }
  }
  private struct State {
    var timers: [Int: Timer] = [:]
    var count = 0
    var running: Timer?
    var origin = Origin()
    var lastOrigin = Origin()
    var activity = 0
    var scheduled = 0
    /// The number of task steps that ran on another executor.
    var stepsElsewhere = 0
  }
  /// The number of the call whose work runs in this task, on any thread; async functions that it starts inherit it.
  @TaskLocal private static var call: Int?
  private let base = VirtualTimeScheduler()
  private let state = Protected(State())
  private let (arrivals, arrival) = Signal<Void, Never>.pipe()

  var now: Duration { base.now }
  var nextDue: Duration? { base.nextDue }

  @discardableResult func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    schedule(after: delay, isStep: false, work)
  }

  @discardableResult private func schedule(
    after delay: Duration, isStep: Bool, _ work: @escaping @Sendable () -> Void
  ) -> Disposable {
    let (number, timer) = add(max(delay, .zero), isStep), report = UnnamedWork.report
    // Captures the state instead of self: scheduled work must not retain its clock.
    let disposable = base.schedule(after: delay) { [state] in
      state.withLock { state in
        state.timers[number] = nil
        state.running = timer
        state.lastOrigin = timer.origin
      }
      UnnamedWork.$report.withValue(report, operation: work)
      state.withLock { $0.running = nil }
    }
    disposable.add(Disposable { [state] in state.withLock { $0.timers[number] = nil } })
    state.withLock { state in
      state.timers[number]?.isSet = true
      state.timers[number]?.scheduled = disposable
      state.scheduled += 1
    }
    arrival.send(())
    return disposable
  }

  private func add(_ delay: Duration, _ isStep: Bool) -> (number: Int, timer: Timer) {
    // A timer from another thread has no parent here.
    let now = base.now, isHere = MainQueue.isCurrent, call = Self.call, isRepeating = Repetition.isUnderWay
    return state.withLock { state in
      state.count += 1
      let parent = isHere ? state.running : nil
      // A chain of more than 16 different delays is not one timer that restarts itself.
      var ancestors = parent.map { $0.ancestors.count < 16 ? $0.ancestors : [:] } ?? [:]
      let since = delay > .zero ? ancestors.updateValue(state.activity, forKey: delay) : nil
      let timer = Timer(
        due: now + delay, origin: parent?.origin ?? state.origin, call: isStep ? nil : call ?? parent?.call,
        isStep: isStep, isTick: isRepeating == true, isRepeating: isRepeating ?? (since != nil),
        startedAgainSince: since, delay: delay, ancestors: ancestors)
      state.timers[state.count] = timer
      return (state.count, timer)
    }
  }

  /// Looks at the pending timers after unlocking: who looks at dropped work may be the last to hold it, and then releases it. Gives
  /// its copy back under the lock, because ThreadSanitizer does not know the order that a count of references gives.
  private func pending<Result>(_ look: (LazyFilterSequence<[Int: Timer]>) -> Result) -> Result {
    var timers = state.withLock { $0.timers }
    defer { state.withLock { _ in timers = [:] } }
    return look(timers.lazy.filter { !$0.value.isDropped })
  }

  /// The pending timers, in the order in which they are due.
  var timers: [(number: Int, timer: Timer)] {
    pending { $0.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }.map { ($0.key, $0.value) } }
  }

  var scheduledCount: Int { state.withLock { $0.scheduled } }

  /// Sends a value as soon as more than `seen` timers were scheduled.
  func scheduled(after seen: Int) -> Signal<Void, Never> {
    // Observes before it reads the count, so that it misses no timer.
    Signal.merge(arrivals, .just(())).filter { [state] _ in state.withLock { $0.scheduled > seen } }
  }

  var isDue: Bool { nextDue.map { $0 <= now } ?? false }

  /// Runs the next timer if it is due by `end`; false if there is none.
  func runNext(until end: Duration?, activity: Int) -> Bool {
    state.withLock { $0.activity = activity }
    return base.runNext(until: end)
  }

  var lastOrigin: Origin { state.withLock { $0.lastOrigin } }

  /// Whether all pending timers are either due in more than an hour, such as at midnight, or restart themselves without any
  /// activity in between.
  ///
  /// - Parameter numbers: the timers that count; nil for all.
  func isIdle(activity: Int, counting numbers: Set<Int>? = nil) -> Bool {
    let horizon = now + .seconds(3_600)
    func isIdle(_ timer: Timer) -> Bool { timer.due > horizon || timer.startedAgainSince == activity }
    return pending { $0.allSatisfy { numbers?.contains($0.key) == false || isIdle($0.value) } }
  }

  /// How often the repeating timers would run until `end`.
  func repetitions(until end: Duration) -> Double {
    timers.map(\.timer).filter { $0.isRepeating && $0.delay > .zero && $0.due <= end }
      .map { (end - $0.due) / $0.delay + 1 }.reduce(0, +)
  }

  /// Whether one more task step may run on another executor, so that its task can finish: at most 10,000 do.
  func allowsStepElsewhere() -> Bool {
    state.withLock { state in
      state.stepsElsewhere += 1
      return state.stepsElsewhere <= 10_000
    }
  }

  /// Releases all pending timers; time stands still from now on.
  func end() { base.end() }

  func advance(to end: Duration) { base.advance(by: end - base.now) }

  /// Attributes timers from now on to this line.
  func attribute(to origin: Origin) { state.withLock { $0.origin = origin } }

  /// Whether a timer of the call is pending, so that the call waits for virtual time.
  func isAwaited(by call: Int) -> Bool { pending { $0.contains { $0.value.call == call && $0.value.isSet } } }

  /// Runs the work of a call, which may leave the process. Timers that it or its async functions start belong to the call.
  static func during(_ call: Int, _ body: () -> Void) {
    $call.withValue(call) {
      UnnamedWork.$report.withValue(UnnamedWork.allowed) { LineTasks.$current.withValue(nil, operation: body) }
    }
  }
}

extension FlowTime: TaskExecutor {
  /// Schedules a task's next step for now: it runs on the main queue, in order with all other due work.
  func enqueue(_ job: consuming ExecutorJob) {
    let step = TaskStep(UnownedJob(job), on: self)
    schedule(after: .zero, isStep: true) { step.run() }
  }
}
