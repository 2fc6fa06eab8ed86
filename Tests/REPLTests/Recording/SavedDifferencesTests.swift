import Foundation
import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

/// Complaints about a saved session whose flow differs from it.
@MainActor @Suite struct SavedDifferencesTests {
  private let session: SavedSession

  init() throws { session = try SavedSession() }

  /// A failure whose description is not the text for users.
  private struct Opaque: Error {
    let reason: String
  }

  @Test("an output that differs in the flow, and an answer or a failure that cannot be saved, is a complaint")
  func unsaved() async throws {
    let odd = ConsoleApp("odd") { session, _ in ConsoleView(.title(session.isScripted ? "two" : "one")) }
    let mute = ConsoleApp("mute") { session, router in
      let answer = Signal<Int, CallFailure>.just(1)
      session.calls.hermetic.call("ask", answer, decode: { $0.count }, failure: CallFailure.init)
        .start().stored(in: router.alive)
      return ConsoleView()
    }
    let opaque = ConsoleApp("opaque") { session, _ in
      let calls = session.calls.hermetic
      let ask = Command { calls.call("ask", Signal<Int, Opaque>.fail(Opaque(reason: "no")), failure: Opaque.init) }
      return ConsoleView(.button("ask", ask), .alert("", ask.failures.map(\.reason)))
    }
    let said = [
      await session.saving(app: odd), try await SavedSession().saving(app: mute),
      try await SavedSession().saving("ask", "ask", app: opaque),
    ]
    #expect(
      said == [
        "  ! saved, but line 3, ':open home', prints another output there\n",
        "  ! saved, but the answer of 'ask' cannot be saved; give its call an 'encode'\n",
        """
          ! saved, but the failure of 'ask' cannot be saved; make Opaque CustomStringConvertible, with the text that \
        'failure:' takes
          ! saved, but line 5, 'ask', prints another output there

        """,
      ])
  }

  /// A screen with `name` and a secret `password`; `unlock` takes eight letters, and calls `notes.unlock`; outside of flows it calls
  /// `notes.unlocks` first.
  private static let locked = ConsoleApp("locked") { session, _ in
    let calls = session.calls.hermetic, isScripted = session.isScripted, password = MutableProperty("")
    let unlock = Command<Void, Int, CallFailure>(
      unless: password.map { $0.count < 8 ? "eight letters at least" : nil }
    ) {
      calls.call("notes.unlocks", .just(1), failure: CallFailure.init)
    }
    let ask = Command<Void, Int, CallFailure> {
      let first = calls.call("notes.unlocks", Signal<Int, CallFailure>.just(1), failure: CallFailure.init)
      return isScripted ? first : first.concat(calls.call("notes.unlock", .just(2), failure: CallFailure.init))
    }
    return ConsoleView(
      .field("name", MutableProperty("")), .field("password", password, secret: true), .button("unlock", unlock),
      .button("ask", ask), .alert("", unlock.values.map { "\($0)" }))
  }

  @Test("time without output is saved where it makes a difference", arguments: [true, false])
  func pauses(isTold: Bool) async throws {
    let app = ConsoleApp("counting") { session, router in
      let scheduler = session.environment.scheduler, seconds = MutableProperty(0)
      Signal.timer(every: .seconds(1), on: scheduler).observeValues { seconds.value = $0 + 1 }.stored(in: router.alive)
      let tell = Command.sync { "\(seconds.value) seconds" }
      return ConsoleView(.button("tell", tell), .field("name", MutableProperty("")), .alert("", tell.values))
    }
    let time = VirtualTimeScheduler()
    let live = Session(live: app, environment: .fixed(by: VirtualDate(time)))
    let runner = LineRunner(recorder: Recording.recorder) { live }
    _ = await runner.run(":open home")
    time.advance(by: .milliseconds(3_400))
    _ = await runner.run("name a")
    time.advance(by: .milliseconds(1_200))
    _ = await runner.run(isTold ? "tell" : "name b")
    #expect(await runner.run(":save \(session.file)").output == [])
    let text = try session.text,
      missing = text.missing(
        "> :advance 3400ms\nhome> name a\n  name: a\nhome> :advance 1200ms\n", "\n  ! 4 seconds\n", ":advance")
    #expect(missing.count == (isTold ? 0 : 3), "\(text)")
    #expect(await session.report(app).passed)
    _ = await runner.end()
  }

  @Test("complaints have the line numbers of the saved file, which contains no complaints") func lines() async throws {
    let said = await session.saving("name a", "name b", "ask", app: Self.locked), text = try session.text
    let number = text.components(separatedBy: "\n").firstIndex(of: "home> :stub notes.unlock -> 2") ?? -2
    let unused = "the stub of 'notes.unlock', set at line \(number + 1), was never used; "
    #expect(said == "  ! saved, but it will not pass: \(unused)remove it\n")
    #expect(!text.contains("!!"))
    let report = await session.report(Self.locked)
    #expect(!report.passed, "\(report.text)")
    #expect(report.text.contains("!! \(unused)".prefix(60)), "\(report.text)")
  }

  @Test("a missing secret is a complaint only if it makes a difference") func secret() async throws {
    let said = [
      await session.saving("password swordfish", "unlock", app: Self.locked),
      try await SavedSession().saving("password swordfish", "password", "name a", app: Self.locked),
    ]
    let complaints = """
        ! saved, but line 9, 'unlock', prints another output there
        ! saved, but the value of 'password' is saved as ***; replace it with a test value

      """
    #expect(
      said.map { $0.components(separatedBy: "\n").suffix(3) } == [complaints.components(separatedBy: "\n")[...], [""]])
  }
}
