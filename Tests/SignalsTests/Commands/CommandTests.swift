import Signals
import SignalsTesting
import Testing

@Suite struct CommandTests {
  private let time = VirtualTimeScheduler()
  private let log = MutableProperty<[String]>([])

  private func note(_ line: String) { log.modify { $0.append(line) } }

  private func watch(_ command: Command<Int, Int, MarbleFailure>) {
    command.isExecuting.changes.observeValues { [self] in note($0 ? "busy" : "idle") }
    command.isEnabled.changes.observeValues { [self] in note($0 ? "enabled" : "disabled") }
    command.values.observeValues { [self] in note("values \($0)") }
    command.completions.observeValues { [self] in note("completions") }
    command.failures.observeValues { [self] _ in note("failures") }
  }

  @Test(arguments: [true, false]) func theOrderOfARun(isSynchronous: Bool) {
    let command = Command<Int, Int, MarbleFailure> { [self] input in
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
    let command = Command<Int, Int, MarbleFailure> { _ in .fail(MarbleFailure()) }
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
    let command = Command<Int, Int, MarbleFailure>(enabledIf: isAllowed.readOnly) { [self] input in
      note("work")
      return .just(input)
    }
    watch(command)
    let recorder = Recorder(command.apply(1))
    command.execute(1)
    #expect(recorder.failure == .disabled)
    #expect(log.value == [])
    isAllowed.value = true
    #expect(log.value == ["enabled"])
    command.execute(1)
    #expect(log.value.contains("work"))
  }

  @Test func exclusiveRefusesWhileBusy() {
    let command = Command<Int, Int, MarbleFailure> { [time] in Signal.just($0).delay(.seconds(1), on: time) }
    let first = Recorder(command.apply(1)), second = Recorder(command.apply(2))
    time.run()
    #expect(first.values == [1])
    #expect(second.failure == .disabled)
  }

  @Test func latestDisposesTheOneBeforeWithoutAFlickerOfTheFlags() {
    let command = Command<Int, Int, MarbleFailure>(policy: .latest) { [time] in
      Signal.just($0).delay(.seconds(1), on: time)
    }
    watch(command)
    command.execute(1)
    time.advance(by: .milliseconds(500))
    command.execute(2)
    #expect(command.isEnabled.value)
    time.run()
    #expect(log.value == ["busy", "values 2", "idle", "completions"])
  }

  @Test func aRunReplacedByItsCallerNotifiesNoOtherObserver() {
    let command = Command<Int, Int, MarbleFailure>(policy: .latest) { .just($0) }
    let latest = Property(initial: 0, then: command.values)
    watch(command)
    command.apply(1).observe { [weak command] event in
      if case .value = event { command?.execute(2) }
    }
    #expect(log.value == ["busy", "values 2", "completions", "idle"])
    #expect(latest.value == 2)
  }

  @Test(arguments: [true, false]) func aRunDisposedForTheNextNotifiesNoOtherObserver(isFlatMapped: Bool) {
    let command = Command<Int, Int, MarbleFailure>(policy: .latest) { .just($0) }
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
    #expect(latest.value == 2)
    #expect(runs.values.last == 2)
  }

  @Test func aValueThatItsCallerEndsTheRunForIsTold() {
    let command = Command<Int, Int, MarbleFailure>(policy: .latest) { .just($0) }
    watch(command)
    #expect(Recorder(command.apply(1).first()).values == [1])
    #expect(log.value == ["busy", "values 1", "idle"])
  }

  @Test(arguments: [true, false]) func theEndOfARunIsToldAfterItsValues(isCompletion: Bool) {
    let command = Command<Int, Int, MarbleFailure>(policy: .concurrent) { value in
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
    let command = MutableProperty<Command<Int, Int, MarbleFailure>?>(
      Command(policy: .concurrent) { $0 == 1 ? source : .just($0) })
    let completions = command.value.map { Recorder($0.completions) }
    command.value?.values.observeValues { [command] value in
      if value == 2 { return }
      command.value?.execute(2)
      command.value = nil
    }
    command.value?.execute(1)
    input.send(1)
    #expect(completions?.values.count == 1)
    #expect(completions?.isCompleted == true)
  }

  @Test func concurrentRunsSideBySide() {
    let command = Command<Int, Int, MarbleFailure>(policy: .concurrent) { [time] in
      Signal.just($0).delay(.seconds($0), on: time)
    }
    watch(command)
    command.execute(2)
    command.execute(1)
    time.run()
    #expect(log.value == ["busy", "values 1", "completions", "values 2", "idle", "completions"])
  }

  @Test func cancelEndsRunsOfExecuteAndNotOfApply() {
    let command = Command<Int, Int, MarbleFailure>(policy: .concurrent) { [time] in
      Signal.just($0).delay(.seconds(1), on: time)
    }
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
    let command = Command<Int, Int, MarbleFailure> { _ in .never }
    let recorder = Recorder(command.apply(1))
    #expect(command.isExecuting.value)
    recorder.dispose()
    #expect(!command.isExecuting.value)
    #expect(command.isEnabled.value)
  }

  @Test func releasingTheCommandEndsItsRuns() {
    let ends = MutableProperty(0)
    var command: Command<Int, Int, MarbleFailure>? = Command { _ in Signal.never.doFinally { ends.value += 1 } }
    let values = (command?.values).map { Recorder($0) }
    command?.execute(1)
    command = nil
    #expect(ends.value == 1)
    #expect(values?.isCompleted == true)
  }

  @Test func aRunThatIsRefusedInsideAnObserverOfTheFlags() {
    let command = Command<Int, Int, MarbleFailure> { .just($0) }
    let refused = MutableProperty<[Bool]>([])
    let observation = command.isExecuting.changes.observeValues { isExecuting in
      if isExecuting { refused.modify { $0.append(command.isEnabled.value) } }
      if isExecuting { command.execute(9) }
    }
    let values = Recorder(command.values)
    command.execute(1)
    #expect(refused.value == [false])
    #expect(values.values == [1])
    observation.dispose()
  }

  @Test func isEnabledFollowsAnyProperty() {
    let name = MutableProperty(""), isOnline = MutableProperty(true)
    let command = Command<Int, Int, MarbleFailure>(enabledIf: name.map { !$0.isEmpty }.and(isOnline)) { .just($0) }
    let recorder = Recorder(command.isEnabled.signal)
    name.value = "a"
    name.value = "ab"
    isOnline.value = false
    #expect(recorder.values == [false, true, false])
  }

  // MARK: Reasons

  @Test func aReasonDisablesAndIsGivenAsLongAsThereIsOne() {
    let reason = MutableProperty<String?>("name is empty")
    let command = Command<Int, Int, MarbleFailure>(unless: reason) { .just($0) }
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

  @Test func aBusyCommandHasNoReason() {
    let command = Command<Int, Int, MarbleFailure>(unless: MutableProperty<String?>(nil)) { _ in .never }
    command.execute(1)
    #expect(!command.isEnabled.value && command.isBusy && command.disabledReason.value == nil)
  }

  @Test func aConditionGivesNoReason() {
    let isAllowed = MutableProperty(false)
    let command = Command<Int, Int, MarbleFailure>(enabledIf: isAllowed) { .just($0) }
    #expect(!command.isEnabled.value && command.disabledReason.value == nil)
    isAllowed.value = true
    #expect(command.isEnabled.value)
  }

  /// The flags are one state: an exclusive command is either enabled or executing.
  @Test func theFlagsAreNeverTorn() async {
    let command = Command<Int, Int, MarbleFailure> { .just($0) }
    let isTorn = command.isEnabled.combine(command.isExecuting) { $0 == $1 }
    let seen = Recorder(isTorn.signal),
      states = Recorder(command.isExecuting.combine(command.isEnabled) { [$0, $1] }.signal)
    command.execute(1)
    #expect(states.values == [[false, true], [true, false], [false, true]])
    let isDone = MutableProperty(false), torn = MutableProperty(0)
    await race(
      {
        for _ in 0..<2000 { command.execute(1) }
        isDone.value = true
      },
      { while !isDone.value { if isTorn.value { torn.value += 1 } } })
    #expect(torn.value == 0)
    #expect(!seen.values.contains(true))
  }

  @Test func nothingIsCalledOnceAnObserverOfTheFlagsHasEndedTheRun() {
    let (work, input) = Signal<Int, Never>.pipe()
    let command = Command<Void, Int, Never> { work }
    let observation = Disposable(), late = MutableProperty(0), completions = MutableProperty(0)
    observation.add(command.isExecuting.changes.observeValues { if !$0 { observation.dispose() } })
    observation.add(command.apply(()).doCompleted { late.modify { $0 += 1 } }.observe { _ in })
    command.completions.observeValues { completions.modify { $0 += 1 } }
    input.complete()
    #expect(observation.isDisposed && late.value == 0)
    #expect(completions.value == 1)
  }

  @Test func aPropertyFirstReadDuringARunIsCorrect() {
    let command = Command<Int, Int, MarbleFailure> { [time] in Signal.just($0).delay(.seconds(1), on: time) }
    command.execute(1)
    #expect(command.isExecuting.value && !command.isEnabled.value && command.isBusy)
    watch(command)
    time.run()
    #expect(log.value == ["values 1", "idle", "enabled", "completions"])
    #expect(!command.isBusy)
  }

  @Test func itsPropertiesAreTheSameEachTime() {
    let command = Command<Int, Int, MarbleFailure> { .just($0) }
    #expect(command.isExecuting === command.isExecuting && command.isEnabled === command.isEnabled)
    #expect(command.isExecuting !== command.isEnabled)
  }

  @Test func onlyAnExclusiveCommandIsBusy() {
    for policy in [Command<Int, Int, MarbleFailure>.Policy.latest, .concurrent] {
      let command = Command<Int, Int, MarbleFailure>(policy: policy) { _ in .never }
      command.execute(1)
      #expect(command.isExecuting.value && command.isEnabled.value && !command.isBusy)
    }
  }
}
