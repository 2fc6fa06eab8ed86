import Signals
import Testing
import VIPER

@testable import REPL

/// `:back N` and `:calls`.
@MainActor @Suite struct TakingBackTests {
  private func run(_ commands: String...) async throws -> FlowResult {
    try await SmallApp.run(commands.map { "> \($0)\n" }.joined())
  }

  @Test(":back takes the last commands back, no more than there are, and the session goes on from there")
  func back() async throws {
    let run = try await run(
      ":back", ":open todo", "", ":back 2", "add", "name a", "name b", "save", ":back 2", "save", ":back", ":back 2")
    let added = ["Add", "name: a", "due: 2001-01-01"]
    #expect(
      run.outputs == [
        ["! only 0 commands can be taken back"], ["VIPER TODO", "(no upcoming items)"], [],
        ["! only 1 command can be taken back"], ["Add", "name: -", "due: 2001-01-01"], ["name: a"], ["name: b"],
        ["VIPER TODO", "Today [check]", "  1. b"], added, ["VIPER TODO", "Today [check]", "  1. a"], added,
        ["VIPER TODO", "(no upcoming items)"],
      ])
  }

  @Test(":back is no mistake where a line that runs again is one") func mistake() async throws {
    let run = try await run(":open todo", "nosuch", "add", ":back 1")
    let mistake = "line 2: there is no command 'nosuch' on todo; help lists the commands"
    #expect(run.outputs.last == ["VIPER TODO", "(no upcoming items)"])
    #expect(run.mistakes.map(\.mistake) == [mistake])
  }

  @Test("time, stubs and failures are as before; the old session leaves nothing behind, and its stubs need not be used")
  func state() async throws {
    let run = try await run(
      ":now 2014-05-21", ":open lab", ":stub lab.ping -> \"a\"", "ping", "leave", ":advance 1d", ":back 2", "ping",
      ":calls", ":stub lab.ping -> 1", ":fail lab.ping with \"no\"", ":back 2")
    let answered = "lab.ping: answered, as stubbed"
    #expect([run.outputs[6], run.outputs[8], run.complaints] == [["Lab", "echo: -", "a"], [answered, answered], []])
    let kept = try await self.run(":open lab", ":stub lab.ping -> \"a\"", "ping", ":back 1")
    #expect(kept.complaints == ["!! the stub of 'lab.ping', set at line 2, was never used; remove it"])
  }

  @Test("timers and calls of the replaced session are complaints, each with its line")
  func leftOver() async throws {
    let run = try await run(":open leaky", ":open lab", "leave", ":back 1", ":quit")
    let timer = "!! a timer is still pending, due in 5s, started at line 3 by 'leave'; cancel it when its screen closes"
    let leak = run.complaints.last ?? ""
    #expect(leak.hasPrefix("!! leaky#1: presenter LeakyPresenter is still alive, built at "))
    // The same screen was opened in the session that came after it.
    #expect([run.complaints, run.outputs[3]] == [[timer, leak, leak], [timer, leak, "Lab", "echo: -"]])
  }

  @Test("where time is real, calls are not made again, but give their earlier answers") func live() async {
    let asked = MutableProperty(0), recorded = RecordedTerminal()
    let app = ConsoleApp("asking") { session, router in
      let calls = session.calls.hermetic, answer = MutableProperty("-")
      let ask = Command<Void, Int, CallFailure> {
        let work = Signal<Int, CallFailure>.deferred {
          asked.modify { $0 += 1 }
          return .just(asked.value)
        }
        return calls.call("ask", work, failure: CallFailure.init)
      }
      ask.values.map { "answer \($0)" }.bind(to: answer).stored(in: router.alive)
      return ConsoleView(.title(answer), .button("ask", ask))
    }
    recorded.pipe("ask", "ask", "ask", ":back", ":calls", "ask")
    let code = await recorded.run(by: app), asking = "home> ask\n  answer 3\nhome> :back\n  answer 2\nhome> :calls\n"
    let calls = "  ask: answered\n  ask: answered\nhome> ask\n  answer 4\n"
    #expect(code == 0, "\(recorded.text)")
    #expect(recorded.text.hasSuffix(asking + calls), "\(recorded.text)")
  }

  @Test(":calls lists the calls that were made, with their results and durations") func calls() async throws {
    let outputs = try await run(
      ":calls", ":open lab", "ping", ":fail lab.ping with \"no\"", "ping", "none", "wait", ":calls", ":advance 1s",
      ":stub lab.ping -> \"a\" after 2s", "ping", ":advance 2s", ":calls"
    ).outputs
    let first = ["lab.ping: answered", "lab.ping: failed with no, as set", "lab.none: not stubbed"]
    #expect(
      [outputs[0], outputs[7], outputs[12]] == [
        ["(no calls)"], first + ["lab.wait: under way"],
        first + ["lab.wait: answered after 1s", "lab.ping: answered after 2s, as stubbed"],
      ])
  }
}
