import Foundation
import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

/// What is said about two sessions that differ.
@MainActor @Suite struct ComparisonTests {
  /// A screen whose `go` is allowed once there was light, whose `one` and `two` show the last answer, and whose tea
  /// waits for the clock.
  private static let app = ConsoleApp("differing") { session, router in
    let calls = session.calls.hermetic, environment = router.environment
    let light = MutableProperty<Bool?>(nil), said = MutableProperty("")
    let asks = ["one", "two"].map { name in
      Command<Void, String, CallFailure> { calls.call("get.\(name)", .just(name), failure: CallFailure.init) }
    }
    for ask in asks { ask.values.bind(to: said).stored(in: router.alive) }
    let brew = Command { () -> Signal<String, Never> in
      let end = environment.now() + 60, ticks = Signal.timer(every: .seconds(10), on: environment.scheduler)
      return ticks.first { _ in environment.now() >= end }.map { _ in "the tea is ready" }
    }
    return ConsoleView(
      .label("light", light.map { $0 == true ? "on" : "off" }), .label("said", said),
      .button("on", Command.sync { light.value = true }), .button("off", Command.sync { light.value = false }),
      .button("go", Command.sync(unless: light.map { $0 == nil ? "it was always dark" : nil }) {}),
      .button("one", asks[0]), .button("two", asks[1]), .button("brew", brew), .alert("", brew.values))
  }

  /// The lines, of which the change has a plus.
  private nonisolated static let rows: [(Law, [String], String)] = [
    (.pair, ["+on", "+off", "go"], "After 'on' and 'off', 'go' is not refused"),
    (
      .clock, [":now 2014-05-21T12:00", "brew", "+:now 2014-05-21T11:00"],
      "After the clock was set back by an hour, the time that passes has another effect"
    ),
    (
      .delays, ["+:delay get.one 2s", "one", "+:delay get.two 1s", "two", "+:advance 1s", "+:advance 1s"],
      "The screen depends on which of get.one of 'one' and get.two of 'two' answers first"
    ),
  ]

  @Test("a difference has a title, and both sessions below it", arguments: rows)
  func titles(_ law: Law, _ lines: [String], _ title: String) async {
    let trial = Trial(
      ([":open home"] + lines).map { line in
        Trial.Line(text: String(line.trimmingPrefix("+")), isChoice: line.hasPrefix("+"))
      })
    let verdict = await TrialPlayer(Self.app).verdicts(.difference(law), of: trial).first
    #expect(verdict?.title == title)
    #expect(verdict?.details.filter { $0.hasSuffix(":") } == ["without the change:", "with it:"])
  }
}
