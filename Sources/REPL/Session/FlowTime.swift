import Signals

/// The virtual time of a flow. Of each timer it knows which line made it, and whether it is one that only starts itself
/// again.
final class FlowTime: Scheduler {
  /// Work that is to be done at a later time.
  struct Timer: Sendable {
    let due: Duration
    /// The line that made it, or made what made it.
    let origin: Origin
    /// The call whose work it is part of.
    let call: Int?
    /// Whether it is the next step of a task.
    let isStep: Bool
    /// Whether it is part of a series that nothing ends but the screen that has it: the ticks of a timer.
    let isRepeating: Bool
    /// Where the work that made it was started after the same delay: how much had happened when it was.
    let startedAgainSince: Int?
    /// How long it was scheduled for.
    fileprivate let delay: Duration
    /// Whether the time when it is due stands: another thread may still be scheduling it.
    fileprivate var isSet = false
    /// The delays of the work that led to this, each with how much had happened when it was started.
    fileprivate let ancestors: [Duration: Int]
  }
  private struct State {
    var timers: [Int: Timer] = [:]
    var count = 0
    var running: Timer?
    var origin = Origin()
    var lastOrigin = Origin()
    var activity = 0
    var given = 0
    /// How many steps of tasks were run elsewhere.
    var stepsElsewhere = 0
  }
  /// The call whose work runs, on whatever thread: an async function that it starts has it, too.
  @TaskLocal private static var call: Int?
  private let base = VirtualTimeScheduler()
  private let state = Protected(State())
  private let (arrivals, arrival) = Signal<Void, Never>.pipe()

  var now: Duration { base.now }
  var nextDue: Duration? { base.nextDue }

  @discardableResult func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
    schedule(after: .zero, work)
  }

  @discardableResult func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    schedule(after: delay, isStep: false, work)
  }

  @discardableResult private func schedule(
    after delay: Duration, isStep: Bool, _ work: @escaping @Sendable () -> Void
  ) -> Disposable {
    let (number, timer) = add(max(delay, .zero), isStep)
    // The state only, not this: what waits must not keep the clock it waits for.
    let disposable = base.schedule(after: delay) { [state] in
      state.withLock { state in
        state.timers[number] = nil
        state.running = timer
        state.lastOrigin = timer.origin
      }
      work()
      state.withLock { $0.running = nil }
    }
    disposable.add(Disposable { [state] in state.withLock { $0.timers[number] = nil } })
    state.withLock { state in
      state.timers[number]?.isSet = true
      state.given += 1
    }
    arrival.send(())
    return disposable
  }

  private func add(_ delay: Duration, _ isStep: Bool) -> (number: Int, timer: Timer) {
    // What another thread makes comes of nothing that runs here.
    let now = base.now, isHere = MainQueue.isCurrent, call = Self.call, isRepeating = Repetition.isUnderWay
    return state.withLock { state in
      state.count += 1
      let parent = isHere ? state.running : nil
      // More delays than this and it is not the same timer again and again.
      var ancestors = parent.map { $0.ancestors.count < 16 ? $0.ancestors : [:] } ?? [:]
      let since = delay > .zero ? ancestors.updateValue(state.activity, forKey: delay) : nil
      let timer = Timer(
        due: now + delay, origin: parent?.origin ?? state.origin, call: isStep ? nil : call ?? parent?.call,
        isStep: isStep, isRepeating: isRepeating ?? (since != nil), startedAgainSince: since, delay: delay,
        ancestors: ancestors)
      state.timers[state.count] = timer
      return (state.count, timer)
    }
  }

  /// What is pending, in the order it is due.
  var timers: [(number: Int, timer: Timer)] {
    state.withLock { $0.timers }.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }.map { ($0.key, $0.value) }
  }

  /// How much was given to it so far, by any thread.
  var given: Int { state.withLock { $0.given } }

  /// Waits for more than was `seen` of that; a value when it is there.
  func given(after seen: Int) -> Signal<Void, Never> {
    // Observed before it is looked at, so that nothing comes in between.
    arrivals.merge(with: .just(())).filter { [state] _ in state.withLock { $0.given > seen } }
  }

  /// Whether something is to be done at this time.
  var isDue: Bool { nextDue.map { $0 <= now } ?? false }

  /// Runs the next work, if it is due by `end`; false if there is none.
  func runNext(until end: Duration?, activity: Int) -> Bool {
    state.withLock { $0.activity = activity }
    return base.runNext(until: end)
  }

  /// The line that made the work that ran last.
  var lastOrigin: Origin { state.withLock { $0.lastOrigin } }

  /// Whether nothing is pending but timers that start themselves again and have caused nothing since they did, and those that
  /// are due in more than an hour, such as at midnight.
  func isIdle(activity: Int) -> Bool {
    let horizon = now + .seconds(3_600)
    return state.withLock { $0.timers.values.allSatisfy { $0.due > horizon || $0.startedAgainSince == activity } }
  }

  /// How often the timers that repeat themselves would run until `end`, if they went on.
  func repetitions(until end: Duration) -> Double {
    state.withLock {
      $0.timers.values.filter { $0.isRepeating && $0.delay > .zero && $0.due <= end }.map {
        (end - $0.due) / $0.delay + 1
      }
      .reduce(0, +)
    }
  }

  /// Whether one more step of a task is run elsewhere, so that the task comes to its end.
  func letsGo() -> Bool {
    state.withLock { state in
      state.stepsElsewhere += 1
      return state.stepsElsewhere <= 10_000
    }
  }

  /// Lets go of what is pending: time moves no more.
  func end() { base.end() }

  func advance(to end: Duration) { base.advance(by: end - base.now) }

  /// What is made from now on is made by this line.
  func attribute(to origin: Origin) { state.withLock { $0.origin = origin } }

  /// Whether a timer of a call is pending: it waits for virtual time.
  func isAwaited(by call: Int) -> Bool { state.withLock { $0.timers.values.contains { $0.call == call && $0.isSet } } }

  /// Runs `body`; timers made by it, and by the async functions it starts, are those of the call.
  static func during(_ call: Int, _ body: () -> Void) { $call.withValue(call, operation: body) }
}

extension FlowTime: TaskExecutor {
  /// A task's next step is due at once: on the main queue, in the order of all that is due.
  func enqueue(_ job: consuming ExecutorJob) {
    let step = TaskStep(UnownedJob(job), on: self)
    schedule(after: .zero, isStep: true) { step.run() }
  }
}
