import Signals
import Testing

@testable import REPL

/// The steps of tasks in virtual time.
@MainActor @Suite struct TaskStepTests {
  @Test("a task runs when its time is moved") func moved() async {
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

  @Test("a task is run to its end, though time ends before") func ended() async {
    let time = FlowTime()
    let waiting = Task(executorPreference: time) { "waiting" }
    time.end()
    let late = Task(executorPreference: time) { "late" }
    #expect(await waiting.value == "waiting")
    #expect(await late.value == "late")
  }

  @Test("a task that has no end is left as it is, after a while") func endless() {
    let time = FlowTime()
    for _ in 0..<10_000 { #expect(time.letsGo()) }
    #expect(!time.letsGo())
  }

  @Test("a task that is about to go on is no timer that was left behind") func leftOver() async {
    let session = Session(scripted: SmallApp.console())
    let task = Task(executorPreference: session.time) {}
    #expect(session.leftovers.isEmpty)
    session.end()
    await task.value
  }
}
