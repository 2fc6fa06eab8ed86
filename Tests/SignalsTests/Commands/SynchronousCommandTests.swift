import Signals
import SignalsTesting
import Testing

@Suite struct SynchronousCommandTests {
  private let count = MutableProperty(0)

  @Test func eachRunDoesTheWorkOnceAndGivesItsResultOrItsError() {
    let half = Command.sync { [count] (number: Int) throws(MarbleFailure) in
      count.modify { $0 += 1 }
      guard number.isMultiple(of: 2) else { throw MarbleFailure() }
      return number / 2
    }
    let flags = Recorder(half.isExecuting.signal), failures = Recorder(half.failures)
    let run = half.apply(4), counts = MutableProperty([count.value])
    let runs = [run, run, half.apply(5)].map { run in
      let recorder = Recorder(run)
      counts.modify { [count] in $0.append(count.value) }
      return recorder.events
    }
    #expect(counts.value == [0, 1, 2, 3], "apply is cold")
    #expect(runs == [[.value(2), .completed], [.value(2), .completed], [.failed(.failed(MarbleFailure()))]])
    #expect(flags.values == [false, true, false, true, false, true, false])
    #expect(failures.values == [MarbleFailure()])
  }

  @Test func refusedNothingIsDone() {
    let reason = MutableProperty<String?>("it is late"), isAllowed = MutableProperty(false)
    let add = Command<Int, Void, Never>.sync(unless: reason) { [count] number in count.modify { $0 += number } }
    let increment = Command.sync(enabledIf: isAllowed) { [count] in count.modify { $0 += 1 } }
    let counts = [true, false].map { isRefused in
      (reason.value, isAllowed.value) = (isRefused ? "it is late" : nil, !isRefused)
      add.execute(2)
      increment.execute()
      return count.value
    }
    #expect(counts == [0, 3])
  }

  @Test func anExclusiveCommandRefusesARunFromInsideItsWork() {
    let again = MutableProperty<Command<Void, Void, Never>?>(nil)
    let command = Command.sync { [count] in
      count.modify { $0 += 1 }
      again.value?.execute()
    }
    again.value = command
    command.execute()
    #expect(count.value == 1)
    again.value = nil
  }

  @Test func aConditionAndAReasonMayBothDisable() {
    let reason = MutableProperty<String?>("it is late"), isAllowed = MutableProperty(false)
    let command = Command.sync(enabledIf: isAllowed, unless: reason) {}
    let enabled = Recorder(command.isEnabled.signal)
    for isEnabled in [true, false, true] {
      reason.value = nil
      isAllowed.value = isEnabled
    }
    reason.value = "it is later"
    #expect(enabled.values == [false, true, false, true, false])
  }
}
