import Signals
import Testing
import VIPER

@testable import REPL

/// `:back N` and `:calls`.
@MainActor @Suite struct TakingBackTests {
  @Test(":back takes the last commands back, and the session goes on from there") func back() async throws {
    let commands = ["add", "name a", "name b", "save", ":back 2", "save", ":back", ":back 2"]
    #expect(
      try await SmallApp.outputs("> :open todo\n" + commands.map { "> \($0)\n" }.joined()).suffix(4) == [
        ["Add", "name: a", "due: 2001-01-01"], ["VIPER TODO", "Today [check]", "  1. a"],
        ["Add", "name: a", "due: 2001-01-01"], ["VIPER TODO", "(no upcoming items)"],
      ])
  }

  @Test("time, stubs and failures are as before; the old session leaves nothing behind") func state() async throws {
    let commands = [
      ":now 2014-05-21", ":open lab", ":stub lab.ping -> \"a\"", "ping", "leave", ":advance 1d", ":back 2", "ping",
      ":calls",
    ]
    let run = try await SmallApp.run(commands.map { "> \($0)\n" }.joined())
    let outputs = run.outputs
    let answered = "lab.ping: answered, as stubbed"
    #expect([outputs[6], outputs[8], run.complaints] == [["Lab", "echo: -", "a"], [answered, answered], []])
  }

  @Test("timers and calls of the replaced session are complaints, each with its line")
  func leftOver() async throws {
    let run = try await SmallApp.run("> :open leaky\n> :open lab\n> leave\n> :back 1\n> :quit\n")
    let complaints = run.complaints
    let timer = "!! a timer is still pending, due in 5s, started at line 3 by 'leave'; cancel it when its screen closes"
    let leak = try #require(complaints.last)
    #expect(leak.hasPrefix("!! leaky#1: presenter LeakyPresenter is still alive, built at "))
    // The same screen was opened in the session that came after it.
    #expect(complaints == [timer, leak, leak])
    #expect(run.phases[0].steps[3].output == Array(complaints.prefix(2)) + ["Lab", "echo: -"])
  }

  @Test("a stub that is taken back need not be used; other stubs have to be") func unused() async throws {
    let taken = try await SmallApp.run("> :open lab\n> :stub lab.ping -> 1\n> :fail lab.ping with \"no\"\n> :back 2\n")
    #expect(taken.complaints == [])
    let kept = try await SmallApp.run("> :open lab\n> :stub lab.ping -> \"a\"\n> ping\n> :back 1\n")
    #expect(kept.complaints == ["!! the stub of 'lab.ping', set at line 2, was never used; take it out"])
  }

  @Test("no more commands can be taken back than there are") func tooMany() async throws {
    #expect(
      try await SmallApp.outputs("> :back\n> :open todo\n> \n> :back 2\n").compactMap(\.first) == [
        "! there are only 0 commands to take back", "VIPER TODO", "! there is only 1 command to take back",
      ])
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
    #expect(await recorded.run(by: app) == 0)
    #expect(
      recorded.text.hasSuffix(
        """
        home> ask
          answer 3
        home> :back
          answer 2
        home> :calls
          ask: answered
          ask: answered
        home> ask
          answer 4

        """))
  }

  @Test(":calls lists the calls that were made, with their results and durations") func calls() async throws {
    let commands = [
      ":calls", ":open lab", "ping", ":fail lab.ping with \"no\"", "ping", "none", "wait", ":calls", ":advance 1s",
      ":stub lab.ping -> \"a\" after 2s", "ping", ":advance 2s", ":calls",
    ]
    let outputs = try await SmallApp.outputs(commands.map { "> \($0)\n" }.joined())
    let first = ["lab.ping: answered", "lab.ping: failed with no, as set", "lab.none: not stubbed"]
    #expect(
      [outputs[0], outputs[7], outputs[12]] == [
        ["(no calls)"], first + ["lab.wait: under way"],
        first + ["lab.wait: answered after 1s", "lab.ping: answered after 2s, as stubbed"],
      ])
  }
}
