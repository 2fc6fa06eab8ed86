import Effort
import Signals
import SignalsTesting
import Testing

@Suite struct CommandTests {
  typealias Numbers = Command<Int, Int, MarbleFailure>

  private let time = VirtualTimeScheduler(), log = MutableProperty<[String]>([])

  private func note(_ line: String) { log.modify { $0.append(line) } }

  private func watch(_ command: Numbers) {
    command.isExecuting.changes.observeValues { [self] in note($0 ? "busy" : "idle") }
    command.isEnabled.changes.observeValues { [self] in note($0 ? "enabled" : "disabled") }
    command.values.observeValues { [self] in note("values \($0)") }
    command.completions.observeValues { [self] in note("completions") }
    command.failures.observeValues { [self] _ in note("failures") }
  }

  /// The work of most commands: takes that many seconds, and fails without a number.
  private func work(_ number: Int) -> Signal<Int, MarbleFailure> {
    note("work")
    return number == 0 ? .fail(MarbleFailure()) : .just(number).delay(.seconds(number), on: time)
  }

  // MARK: Runs

  @Test(arguments: [true, false]) func theOrderOfARun(isSynchronous: Bool) {
    let command = Numbers { [self] in
      isSynchronous && $0 > 0 ? work(0).catchToValue { _ in 7 }.promoteFailure() : work($0)
    }
    watch(command)
    for number in [7, 0] {
      command.apply(number).observe { [self] in note($0 == .failed(.failed(MarbleFailure())) ? "failed" : "\($0)") }
      time.run()
    }
    #expect(
      log.value == [
        "busy", "disabled", "work", "value(7)", "values 7", "idle", "enabled", "completed", "completions",
        "busy", "disabled", "work", "idle", "enabled", "failed", "failures",
      ])
  }

  @Test func refusedNothingHappensButForTheCaller() {
    let isAllowed = MutableProperty(false), command = Numbers(enabledIf: isAllowed, work)
    watch(command)
    let recorder = Recorder(command.apply(1))
    command.execute(1)
    note("allowed")
    isAllowed.value = true
    command.execute(1)
    #expect(recorder.failure == .disabled)
    #expect(log.value == ["allowed", "enabled", "busy", "disabled", "work"])
  }

  @Test func anExclusiveCommandRefusesARunThatAnObserverOfItsFlagsStarts() {
    let command = Numbers(work)
    let observation = command.isExecuting.changes.observeValues { [self] in
      note("\($0) \(command.isEnabled.value)")
      command.execute(9)
    }
    let runs = [Recorder(command.apply(1)), Recorder(command.apply(2))]
    time.advance(by: .seconds(1))
    observation.dispose()
    #expect(runs.map(\.values) == [[1], []])
    #expect(runs[1].failure == .disabled)
    #expect(log.value == ["true false", "work", "false true", "work", "true false"])
  }

  @Test(
    arguments: [
      (.exclusive, ["busy", "disabled", "work", "values 2", "idle", "enabled", "completions"]),
      (.latest, ["busy", "work", "work", "values 1", "idle", "completions"]),
      (.concurrent, ["busy", "work", "work", "values 1", "completions", "values 2", "idle", "completions"]),
    ] as [(CommandPolicy, [String])])
  func theSecondOfTwoRunsIsRefusedReplacesTheFirstOrRunsBesideIt(policy: CommandPolicy, expected: [String]) {
    let command = Numbers(policy: policy, work)
    watch(command)
    for seconds in [2, 1] { command.execute(seconds) }
    time.run()
    #expect(log.value == expected)
  }

  /// Callers that end their run inside its value, and the log.
  private static let callers: [String: (@Sendable (Numbers, DisposeBag) -> Void, [String])] = [
    "by the next one": (
      { command, _ in
        command.apply(1).observe { [weak command] in if case .value = $0 { command?.execute(2) } }
      }, ["busy", "values 2", "completions", "idle"]
    ),
    "by its disposal for the next one": (
      { command, bag in
        let first = Disposable().stored(in: bag)
        first.add(
          command.apply(1).observe { [weak command] event in
            guard case .value = event else { return }
            first.dispose()
            command?.execute(2)
          })
      }, ["busy", "values 2", "completions", "idle"]
    ),
    // It has the value that it wanted.
    "by its first value": (
      { command, bag in command.apply(1).first().start().stored(in: bag) }, ["busy", "values 1", "idle"]
    ),
  ]

  @Test("no value of an ended run comes after a value of the next run", arguments: callers.keys.sorted())
  func endedRun(name: String) {
    let command = Numbers(policy: .latest) { .just($0) }, bag = DisposeBag()
    watch(command)
    Self.callers[name]?.0(command, bag)
    #expect(log.value == Self.callers[name]?.1)
    bag.dispose()
  }

  @Test(arguments: [true, false]) func theEndOfARunIsToldAfterItsValues(isCompletion: Bool) {
    let command = Numbers(policy: .concurrent) { value in
      isCompletion || value == 1 ? .just(value) : Signal.just(value).concat(.fail(MarbleFailure()))
    }
    command.values.observeValues { [weak command, self] value in
      note("values \(value)")
      if value < 3 { command?.execute(value + 1) }
    }
    command.completions.observeValues { [self] in note("completions") }
    command.failures.observeValues { [self] _ in note("failures") }
    command.execute(1)
    let end = isCompletion ? "completions" : "failures"
    #expect(log.value == ["values 1", "values 2", end, "values 3", end, "completions"])
  }

  // MARK: Ends

  /// Ends of a run that come from elsewhere than its work and its caller, and the log.
  private static let ends: [String: (@Sendable (MutableProperty<Numbers?>) -> Void, [String])] = [
    "cancel": ({ $0.value?.cancel() }, ["idle", "enabled", "cancelled"]),
    "the release of the command": ({ $0.value = nil }, ["idle", "enabled", "cancelled"]),
  ]

  @Test("a run that is ended from elsewhere fails for its caller after idle", arguments: ends.keys.sorted())
  func endFromElsewhere(name: String) {
    let command = MutableProperty<Numbers?>(Numbers(work))
    command.value.map(watch)
    command.value?.apply(1).observe { [self] in note($0 == .failed(.cancelled) ? "cancelled" : "\($0)") }
    log.value = []
    Self.ends[name]?.0(command)
    time.run()
    #expect(log.value == Self.ends[name]?.1)
  }

  @Test func aReplacedRunFailsForItsCallerBeforeTheWorkOfTheNext() {
    let command = Numbers(policy: .latest, work)
    watch(command)
    command.apply(2).observe { [self] in note($0 == .failed(.cancelled) ? "cancelled" : "\($0)") }
    command.execute(1)
    time.run()
    #expect(log.value == ["busy", "work", "cancelled", "work", "values 1", "idle", "completions"])
  }

  @Test func aQueueOfRunsGoesOnAfterAReplacedOne() {
    let (taps, input) = Signal<Int, Never>.pipe(), command = Numbers(policy: .latest, work)
    let recorder = Recorder(taps.flatMap(.concat) { command.apply($0).catchToValue { _ in -1 } })
    for seconds in [3, 1] { input.send(seconds) }
    command.execute(2)
    time.run()
    #expect(recorder.values == [-1, 1])
  }

  @Test func cancelEndsAllRunsInTheirOrderAndADisposalIsSilent() {
    let command = Numbers(policy: .concurrent, work)
    watch(command)
    let disposed = Recorder(command.apply(3))
    for seconds in [4, 5] { command.apply(seconds).observe { [self] _ in note("\(seconds) ended") } }
    command.execute(6)
    disposed.dispose()
    command.cancel()
    time.run()
    #expect(disposed.events == [])
    #expect(log.value == ["busy", "work", "work", "work", "work", "4 ended", "5 ended", "idle"])
  }

  @Test func aRunThatItsCallerCancelsInsideAValueEndsAfterIt() {
    let command = Numbers { .from([$0, 8, 9]) }
    watch(command)
    command.apply(7).observe { [self, weak command] in
      note($0 == .failed(.cancelled) ? "cancelled" : "\($0)")
      if case .value = $0 { command?.cancel() }
      note("returned")
    }
    #expect(
      log.value == [
        "busy", "disabled", "value(7)", "returned", "values 7", "idle", "enabled", "cancelled", "returned",
      ])
  }

  @Test func aRunWhoseWorkIsLeftWithoutASenderIsCancelled() {
    let command = Numbers { number in Signal { if number > 0 { $0.send(number) } } }
    watch(command)
    #expect(Recorder(command.apply(1)).events == [.value(1), .failed(.cancelled)])
    #expect(log.value == ["busy", "disabled", "values 1", "idle", "enabled"])
  }

  @Test func aRunOfWorkThatNeverEndsGoesOn() {
    let command = Numbers { .just($0).concat(.never) }
    watch(command)
    let recorder = Recorder(command.apply(1))
    #expect(recorder.events == [.value(1)])
    #expect(log.value == ["busy", "disabled", "values 1"])
  }

  @Test func aRunOfACommandThatHasGoneDoesNotStart() {
    let run = Numbers(work).apply(1)
    #expect(Recorder(run).events == [.failed(.cancelled)])
    #expect(log.value == [])
  }

  @Test func anAwaitedRunThatIsCancelledThrows() async {
    let command = Numbers(work), run = command.apply(1)
    command.isExecuting.changes.observeValues { [weak command] in if $0 { command?.cancel() } }
    await #expect(throws: CommandError<MarbleFailure>.cancelled) { try await run.firstValue() }
  }

  @Test func manyRunsEndOneByOne() {
    let (source, input) = Signal<Int, MarbleFailure>.pipe(), command = Numbers(policy: .concurrent) { _ in source }
    let runs = (0..<Effort.runs(short: 10_000, full: 100_000)).map { command.apply($0).start() }
    for run in runs.reversed() { run.dispose() }
    #expect(!command.isExecuting.value)
    withExtendedLifetime(input) {}
  }

  @Test func releasingTheCommandEndsItsRunsAfterWaitingEvents() {
    let (source, input) = Signal<Int, MarbleFailure>.pipe(), ends = MutableProperty(0)
    let command = MutableProperty<Numbers?>(
      Command(policy: .concurrent) { number in
        (number == 1 ? source : number == 2 ? .just(2) : .never).doFinally { ends.modify { $0 += 1 } }
      })
    let completions = command.value.map { Recorder($0.completions) }
    command.value?.execute(3)
    command.value?.values.observeValues { [command] value in
      if value == 2 { return }
      command.value?.execute(2)
      command.value = nil
    }
    command.value?.execute(1)
    input.send(1)
    #expect(completions?.values.count == 1)
    #expect(completions?.isCompleted == true)
    #expect(ends.value == 3)
  }

  @Test func nothingIsCalledOnceAnObserverOfTheFlagsHasEndedTheRun() {
    let (work, input) = Signal<Int, MarbleFailure>.pipe(), observation = Disposable()
    let command = Numbers { _ in work }
    observation.add(command.isExecuting.changes.observeValues { if !$0 { observation.dispose() } })
    observation.add(command.apply(1).doCompleted { [self] in note("late") }.start())
    command.completions.observeValues { [self] in note("completions") }
    input.complete()
    #expect(observation.isDisposed)
    #expect(log.value == ["completions"])
  }

  // MARK: Unwrapping

  @Test func aCommandIsEnabledWhileThereIsAValueAndItsWorkGetsIt() {
    let user = MutableProperty<String?>(nil)
    let greet = Command<Int, String, MarbleFailure>(unwrapping: user) { name, number in .just("\(name) \(number)") }
    let enabled = Recorder(greet.isEnabled.signal), values = Recorder(greet.values)
    let refused = Recorder(greet.apply(1))
    user.value = "Ann"
    greet.execute(2)
    user.value = "Bob"
    greet.execute(3)
    #expect(refused.events == [.failed(.disabled)])
    #expect(values.values == ["Ann 2", "Bob 3"])
    #expect(enabled.values == [false, true, false, true, false, true])
  }

  @Test func aRunGetsTheValueThatEnabledItEvenIfAnObserverRemovesIt() {
    let user = MutableProperty<String?>("Ann"), values = MutableProperty<[String]>([])
    let greet = Command(unwrapping: user) { name in Signal<Void, Never>.just(values.modify { $0.append(name) }) }
    greet.isExecuting.changes.observeValues { if $0 { user.value = nil } }
    greet.execute()
    #expect(values.value == ["Ann"])
    #expect(!greet.isEnabled.value)
  }

  // MARK: Flags

  @Test func isEnabledFollowsAnyPropertyAndGivesNoReason() {
    let name = MutableProperty(""), isOnline = MutableProperty(true)
    let command = Numbers(enabledIf: name.map { !$0.isEmpty }.and(isOnline)) { .just($0) }
    let enabled = Recorder(command.isEnabled.signal), reasons = Recorder(command.disabledReason.signal)
    for text in ["a", "ab"] { name.value = text }
    isOnline.value = false
    #expect(enabled.values == [false, true, false])
    #expect(reasons.values == [nil])
  }

  @Test func aReasonDisablesAndIsGivenAsLongAsThereIsOneButARunGivesNone() {
    let reason = MutableProperty<String?>("name is empty")
    let command = Numbers(unless: reason) { .just($0) }
    let enabled = Recorder(command.isEnabled.signal), reasons = Recorder(command.disabledReason.signal)
    let refused = Recorder(command.apply(1))
    for text in ["name is too long", nil] { reason.value = text }
    command.execute(1)
    reason.value = "name is taken"
    #expect(refused.failure == .disabled)
    #expect(reasons.values == ["name is empty", "name is too long", nil, "name is taken"])
    // The run in between made the command busy.
    #expect(enabled.values == [false, true, false, true, false])
  }

  @Test(arguments: [CommandPolicy.exclusive, .latest, .concurrent])
  func onlyAnExclusiveCommandIsDisabledWhenItsFlagsAreFirstReadInARun(policy: CommandPolicy) {
    let command = Numbers(policy: policy, work)
    command.execute(1)
    let flags = [command.isExecuting.value, command.isBusy, command.isEnabled.value]
    watch(command)
    time.run()
    let isExclusive = policy == .exclusive
    #expect(flags == [true, isExclusive, !isExclusive])
    #expect(!command.isBusy)
    #expect(log.value == ["work", "values 1", "idle"] + (isExclusive ? ["enabled"] : []) + ["completions"])
  }

  /// The flags are one state: an exclusive command is either enabled or executing.
  @Test func theFlagsAreNeverTornAndTheSameEachTime() async {
    let command = Numbers { .just($0) }
    let isTorn = Property.combineLatest(command.isEnabled, command.isExecuting) { $0 == $1 },
      seen = Recorder(isTorn.signal)
    let isDone = MutableProperty(false), torn = MutableProperty(0)
    await race(
      {
        for _ in 0..<2000 { command.execute(1) }
        isDone.value = true
      },
      { while !isDone.value { if isTorn.value { torn.value += 1 } } })
    #expect(torn.value == 0)
    #expect(!seen.values.contains(true))
    #expect(command.isExecuting === command.isExecuting)
    #expect(command.isEnabled === command.isEnabled)
  }
}
