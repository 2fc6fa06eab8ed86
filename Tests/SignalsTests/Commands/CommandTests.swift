import Signals
import SignalsTesting
import Testing

@Suite struct CommandTests {
  typealias Numbers = Command<Int, Int, MarbleFailure>

  private let time = VirtualTimeScheduler()
  private let log = MutableProperty<[String]>([])

  private func note(_ line: String) { log.modify { $0.append(line) } }

  private func watch(_ command: Numbers) {
    command.isExecuting.changes.observeValues { [self] in note($0 ? "busy" : "idle") }
    command.isEnabled.changes.observeValues { [self] in note($0 ? "enabled" : "disabled") }
    command.values.observeValues { [self] in note("values \($0)") }
    command.completions.observeValues { [self] in note("completions") }
    command.failures.observeValues { [self] _ in note("failures") }
  }

  /// A command whose runs take a second.
  private func delayed(_ policy: Numbers.Policy = .exclusive) -> Numbers {
    Command(policy: policy) { [time] in Signal.just($0).delay(.seconds(1), on: time) }
  }

  @Test(arguments: [true, false]) func theOrderOfARun(isSynchronous: Bool) {
    let command = Numbers { [self] input in
      note("work")
      return isSynchronous ? .just(input) : Signal.just(input).delay(.seconds(1), on: time)
    }
    watch(command)
    command.apply(7).observe { [self] in note("caller \($0)") }
    time.run()
    #expect(
      log.value == [
        "busy", "disabled", "work", "caller value(7)", "values 7", "idle", "enabled", "caller completed", "completions",
      ])
  }

  @Test func theOrderOfAFailure() {
    let command = Numbers { _ in .fail(MarbleFailure()) }
    watch(command)
    let recorder = Recorder(command.apply(1))
    #expect(log.value == ["busy", "disabled", "idle", "enabled", "failures"])
    #expect(recorder.failure == .failed(MarbleFailure()))
  }

  @Test func withoutAnInputNothingIsHandedIn() {
    let command = Command<Void, Int, MarbleFailure> { .just(7) }
    #expect(Recorder(command.apply()).values == [7])
    let values = Recorder(command.values)
    command.execute()
    #expect(values.values == [7])
  }

  @Test func refusedNothingHappensButForTheCaller() {
    let isAllowed = MutableProperty(false)
    let command = Numbers(enabledIf: isAllowed.readOnly) { [self] input in
      note("work")
      return .just(input)
    }
    watch(command)
    let recorder = Recorder(command.apply(1))
    command.execute(1)
    #expect(recorder.failure == .disabled && log.value == [])
    isAllowed.value = true
    #expect(log.value == ["enabled"])
    command.execute(1)
    #expect(log.value.contains("work"))
  }

  @Test func exclusiveRefusesWhileBusy() {
    let command = delayed()
    let first = Recorder(command.apply(1)), second = Recorder(command.apply(2))
    time.run()
    #expect(first.values == [1] && second.failure == .disabled)
  }

  @Test func latestDisposesTheOneBeforeWithoutAFlickerOfTheFlags() {
    let command = delayed(.latest)
    watch(command)
    command.execute(1)
    time.advance(by: .milliseconds(500))
    command.execute(2)
    #expect(command.isEnabled.value)
    time.run()
    #expect(log.value == ["busy", "values 2", "idle", "completions"])
  }

  @Test func aRunReplacedByItsCallerNotifiesNoOtherObserver() {
    let command = Numbers(policy: .latest) { .just($0) }
    watch(command)
    command.apply(1).observe { [weak command] event in
      if case .value = event { command?.execute(2) }
    }
    #expect(log.value == ["busy", "values 2", "completions", "idle"])
  }

  @Test(arguments: [true, false]) func aRunDisposedForTheNextNotifiesNoOtherObserver(isFlatMapped: Bool) {
    let command = Numbers(policy: .latest) { .just($0) }
    let latest = Property(initial: 0, then: command.values), runs = Recorder(command.values)
    let query = MutableProperty(1), first = Disposable(), bag = DisposeBag()
    if isFlatMapped {
      query.signal.promoteFailure(to: CommandError<MarbleFailure>.self).flatMap(.latest) { command.apply($0) }
        .observe { event in
          if case .value(1) = event { query.value = 2 }
        }.stored(in: bag)
    } else {
      first.add(
        command.apply(1).observe { [weak command] event in
          guard case .value = event else { return }
          first.dispose()
          command?.execute(2)
        })
    }
    #expect(latest.value == 2 && runs.values.last == 2)
  }

  @Test func aValueThatItsCallerEndsTheRunForIsTold() {
    let command = Numbers(policy: .latest) { .just($0) }
    watch(command)
    #expect(Recorder(command.apply(1).first()).values == [1])
    #expect(log.value == ["busy", "values 1", "idle"])
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

  @Test func waitingEventsAreDeliveredBeforeTheCommandIsReleased() {
    let (source, input) = Signal<Int, MarbleFailure>.pipe()
    let command = MutableProperty<Numbers?>(Command(policy: .concurrent) { $0 == 1 ? source : .just($0) })
    let completions = command.value.map { Recorder($0.completions) }
    command.value?.values.observeValues { [command] value in
      if value == 2 { return }
      command.value?.execute(2)
      command.value = nil
    }
    command.value?.execute(1)
    input.send(1)
    #expect(completions?.values.count == 1 && completions?.isCompleted == true)
  }

  @Test func concurrentRunsSideBySide() {
    let command = Numbers(policy: .concurrent) { [time] in Signal.just($0).delay(.seconds($0), on: time) }
    watch(command)
    command.execute(2)
    command.execute(1)
    time.run()
    #expect(log.value == ["busy", "values 1", "completions", "values 2", "idle", "completions"])
  }

  @Test func cancelEndsRunsOfExecuteAndNotOfApply() {
    let command = delayed(.concurrent)
    let applied = Recorder(command.apply(1))
    command.execute(2)
    watch(command)
    command.cancel()
    #expect(command.isExecuting.value)
    time.run()
    #expect(applied.values == [1])
    #expect(log.value == ["values 1", "idle", "completions"])
    command.execute(3)
    time.run()
    #expect(log.value.contains("values 3"))
  }

  @Test func disposingTheCallersObservationEndsTheRun() {
    let command = Numbers { _ in .never }
    let recorder = Recorder(command.apply(1))
    #expect(command.isExecuting.value)
    recorder.dispose()
    #expect(!command.isExecuting.value && command.isEnabled.value)
  }

  @Test func releasingTheCommandEndsItsRuns() {
    let ends = MutableProperty(0)
    var command: Numbers? = Command { _ in Signal.never.doFinally { ends.value += 1 } }
    let values = (command?.values).map { Recorder($0) }
    command?.execute(1)
    command = nil
    #expect(ends.value == 1 && values?.isCompleted == true)
  }

  @Test func aRunThatAnObserverOfTheFlagsStartsIsRefused() {
    let command = Numbers { .just($0) }, values = Recorder(command.values)
    let observation = command.isExecuting.changes.observeValues { isExecuting in
      guard isExecuting else { return }
      #expect(!command.isEnabled.value)
      command.execute(9)
    }
    command.execute(1)
    #expect(values.values == [1])
    observation.dispose()
  }

  @Test func isEnabledFollowsAnyProperty() {
    let name = MutableProperty(""), isOnline = MutableProperty(true)
    let command = Numbers(enabledIf: name.map { !$0.isEmpty }.and(isOnline)) { .just($0) }
    let recorder = Recorder(command.isEnabled.signal)
    name.value = "a"
    name.value = "ab"
    isOnline.value = false
    #expect(recorder.values == [false, true, false])
  }

  // MARK: Reasons

  @Test func aReasonDisablesAndIsGivenAsLongAsThereIsOne() {
    let reason = MutableProperty<String?>("name is empty")
    let command = Numbers(unless: reason) { .just($0) }
    let enabled = Recorder(command.isEnabled.signal), reasons = Recorder(command.disabledReason.signal)
    #expect(Recorder(command.apply(1)).failure == .disabled)
    reason.value = "name is too long"
    reason.value = nil
    #expect(Recorder(command.apply(1)).values == [1])
    reason.value = "name is taken"
    #expect(reasons.values == ["name is empty", "name is too long", nil, "name is taken"])
    // The run in between made the command busy.
    #expect(enabled.values == [false, true, false, true, false])
  }

  @Test func aConditionGivesNoReasonAndNeitherDoesARun() {
    let isAllowed = MutableProperty(false), condition = Numbers(enabledIf: isAllowed) { .just($0) }
    #expect(!condition.isEnabled.value && condition.disabledReason.value == nil)
    let busy = Numbers(unless: MutableProperty<String?>(nil)) { _ in .never }
    busy.execute(1)
    #expect(!busy.isEnabled.value && busy.disabledReason.value == nil)
  }

  @Test(arguments: [Numbers.Policy.exclusive, .latest, .concurrent])
  func onlyAnExclusiveCommandIsBusy(policy: Numbers.Policy) {
    let command = Numbers(policy: policy) { _ in .never }
    command.execute(1)
    #expect(command.isExecuting.value && command.isEnabled.value == !command.isBusy)
    #expect(command.isBusy == (policy == .exclusive))
  }

  /// The flags are one state: an exclusive command is either enabled or executing.
  @Test func theFlagsAreNeverTorn() async {
    let command = Numbers { .just($0) }
    let isTorn = command.isEnabled.combine(command.isExecuting) { $0 == $1 }, seen = Recorder(isTorn.signal)
    let isDone = MutableProperty(false), torn = MutableProperty(0)
    await race(
      {
        for _ in 0..<2000 { command.execute(1) }
        isDone.value = true
      },
      { while !isDone.value { if isTorn.value { torn.value += 1 } } })
    #expect(torn.value == 0 && !seen.values.contains(true))
  }

  @Test func nothingIsCalledOnceAnObserverOfTheFlagsHasEndedTheRun() {
    let (work, input) = Signal<Int, Never>.pipe()
    let command = Command<Void, Int, Never> { work }
    let observation = Disposable(), late = MutableProperty(0), completions = MutableProperty(0)
    observation.add(command.isExecuting.changes.observeValues { if !$0 { observation.dispose() } })
    observation.add(command.apply(()).doCompleted { late.modify { $0 += 1 } }.observe { _ in })
    command.completions.observeValues { completions.modify { $0 += 1 } }
    input.complete()
    #expect(observation.isDisposed && late.value == 0 && completions.value == 1)
  }

  @Test func aPropertyFirstReadDuringARunIsCorrect() {
    let command = delayed()
    command.execute(1)
    #expect(command.isExecuting.value && !command.isEnabled.value && command.isBusy)
    watch(command)
    time.run()
    #expect(log.value == ["values 1", "idle", "enabled", "completions"])
    #expect(!command.isBusy)
  }

  @Test func itsPropertiesAreTheSameEachTime() {
    let command = Numbers { .just($0) }
    #expect(command.isExecuting === command.isExecuting && command.isEnabled === command.isEnabled)
    #expect(command.isExecuting !== command.isEnabled)
  }
}
