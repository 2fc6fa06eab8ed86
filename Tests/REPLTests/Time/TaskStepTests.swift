import Dispatch
import Signals
import Testing

@testable import REPL

/// The steps of tasks in virtual time, and of the main queue.
@MainActor @Suite struct TaskStepTests {
  @Test("a task runs when time moves") func moved() async {
    let time = FlowTime(), said = MutableProperty("")
    let task = Task(executorPreference: time) { await Self.say("ran", in: said) }
    #expect(said.value == "" && time.isDue)
    while time.runNext(until: time.now, activity: 0) {}
    #expect(said.value == "ran")
    await task.value
  }

  private nonisolated static func say(_ text: String, in property: MutableProperty<String>) async {
    property.value = text
  }

  @Test("a task runs to its end, even if time ends before") func ended() async {
    let time = FlowTime()
    let waiting = Task(executorPreference: time) { "waiting" }
    time.end()
    let late = Task(executorPreference: time) { "late" }
    #expect(await [waiting.value, late.value] == ["waiting", "late"])
  }

  @Test("an endless task stops after a limit of steps") func endless() {
    let time = FlowTime()
    #expect((0..<10_000).allSatisfy { _ in time.allowsStepElsewhere() } && !time.allowsStepElsewhere())
  }

  @Test("a task that is about to continue is not a leftover timer") func leftOver() async {
    let session = Session(scripted: SmallApp.console())
    let task = Task(executorPreference: session.time) {}
    #expect(session.leftovers.isEmpty)
    session.end()
    await task.value
  }
  @Test("the work of the main queue has run, with the work that it enqueued, and no other thread was involved")
  func drained() async {
    let log = MutableProperty<[String]>([])
    DispatchQueue.main.async {
      log.modify { $0.append("given") }
      DispatchQueue.main.async { log.modify { $0.append("given by it") } }
    }
    #expect(log.value == [])
    await MainQueueTurn.drained()
    #expect(log.value == ["given", "given by it"])
    MainActor.assertIsolated()
  }
}
