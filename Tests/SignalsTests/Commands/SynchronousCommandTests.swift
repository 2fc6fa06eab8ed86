import Signals
import SignalsTesting
import Testing

@Suite struct SynchronousCommandTests {
  private let count = MutableProperty(0)

  @Test func aRunDoesItsWorkOnceAndCompletes() {
    let count = count, increment = Command { count.modify { $0 += 1 } }
    let flags = Recorder(increment.isExecuting.signal), completions = Recorder(increment.completions)
    increment.execute()
    #expect(count.value == 1 && completions.values.count == 1)
    #expect(flags.values == [false, true, false])
    let run = increment.apply()
    #expect(count.value == 1, "apply is cold")
    run.start()
    run.start()
    #expect(count.value == 3)
  }

  @Test func aRunDeliversTheResultOfTheWork() {
    let double = Command { (number: Int) in number * 2 }
    #expect(Recorder(double.apply(21)).events == [.value(42), .completed])
  }

  @Test func aRunFailsWithTheErrorOfTheWork() {
    let half = Command { (number: Int) throws(MarbleFailure) in
      guard number.isMultiple(of: 2) else { throw MarbleFailure() }
      return number / 2
    }
    let failures = Recorder(half.failures)
    #expect(Recorder(half.apply(4)).values == [2])
    #expect(Recorder(half.apply(5)).failure == .failed(MarbleFailure()))
    #expect(failures.values == [MarbleFailure()])
  }

  @Test func refusedNothingIsDone() {
    let count = count, reason = MutableProperty<String?>("it is late")
    let add = Command<Int, Void, Never>(unless: reason) { number in count.modify { $0 += number } }
    let isAllowed = MutableProperty(false)
    let increment = Command(enabledIf: isAllowed) { count.modify { $0 += 1 } }
    add.execute(2)
    increment.execute()
    #expect(count.value == 0 && add.disabledReason.value == "it is late")
    (reason.value, isAllowed.value) = (nil, true)
    add.execute(2)
    increment.execute()
    #expect(count.value == 3)
  }

  @Test func anExclusiveCommandRefusesARunFromInsideItsWork() {
    let count = count, again = MutableProperty<Command<Void, Void, Never>?>(nil)
    let command = Command {
      count.modify { $0 += 1 }
      again.value?.execute()
    }
    again.value = command
    command.execute()
    #expect(count.value == 1)
    again.value = nil
  }

  @Test func aClosureThatReturnsASignalDoesItsWork() {
    let signal = Signal<Int, MarbleFailure>.from([1, 2])
    let command = Command { signal }
    #expect(Recorder(command.apply() as Signal<Int, CommandError<MarbleFailure>>).values == [1, 2])
    let counted = Command<Int, Int, Never> { number in
      let doubled = number * 2
      return .from([number, doubled])
    }
    #expect(Recorder(counted.apply(1)).values == [1, 2])
  }
}
