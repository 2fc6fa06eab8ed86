import Dispatch
import Signals
import Testing

@testable import REPL

/// The steps of tasks in virtual time, and of the main queue.
@MainActor @Suite struct TaskStepTests {
  @Test("a task runs when time moves, or to its end when time ends; until then it is not a leftover timer")
  func tasks() async {
    let session = Session(scripted: SmallApp.console()), time = session.time
    let said = MutableProperty<[String]>([])
    let task = Task(executorPreference: time) { await Self.say("moved", in: said) }
    #expect(said.value == [])
    #expect(time?.isDue == true)
    #expect(session.leftovers.all.isEmpty)
    while let time, time.runNext(until: time.now, activity: 0) {}
    #expect(said.value == ["moved"])
    await task.value
    let waiting = Task(executorPreference: time) { "waiting" }
    session.end()
    let late = Task(executorPreference: time) { "late" }
    #expect(await [waiting.value, late.value] == ["waiting", "late"])
  }

  private nonisolated static func say(_ text: String, in property: MutableProperty<[String]>) async {
    property.modify { $0.append(text) }
  }

  @Test("an endless task stops after a limit of steps") func endless() {
    let time = FlowTime()
    #expect((0..<10_000).allSatisfy { _ in time.allowsStepElsewhere() })
    #expect(!time.allowsStepElsewhere())
  }

  @Test("the work of the main queue has run, with the work that it enqueued, and no other thread was involved")
  func drained() async {
    let log = MutableProperty<[String]>([])
    DispatchQueue.main.async {
      log.modify { $0.append("given") }
      DispatchQueue.main.async { log.modify { $0.append("given by it") } }
    }
    await MainQueueTurn.drained()
    #expect(log.value == ["given", "given by it"])
    MainActor.assertIsolated()
  }
}
