import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

/// Complaints about a saved session whose flow differs from it.
@MainActor @Suite struct SavedDifferencesTests {
  private let session: SavedSession

  init() throws { session = try SavedSession() }

  @Test("a difference between the flow and the session is a complaint") func differs() async throws {
    let app = ConsoleApp("odd") { session, _ in ConsoleView(.title(session.isScripted ? "two" : "one")) }
    #expect(await session.saving(app: app) == "  ! saved, but line 3, ':open home', prints something else there\n")
  }

  @Test("an answer that cannot be saved is a complaint") func unwritable() async throws {
    let app = ConsoleApp("mute") { session, router in
      let answer = Signal<Int, CallFailure>.just(1)
      session.calls.hermetic.call("ask", answer, decode: { $0.count }, failure: CallFailure.init)
        .start().stored(in: router.alive)
      return ConsoleView()
    }
    #expect(
      await session.saving(app: app)
        == "  ! saved, but the answer of 'ask' cannot be saved; give its call an 'encode'\n")
  }

  /// A failure whose description is not the text for users.
  private struct Opaque: Error {
    let reason: String
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

  /// A screen that counts seconds, and prints them on request; `ask` takes two seconds.
  private static let counting = ConsoleApp("counting") { session, router in
    let calls = session.calls.hermetic, scheduler = session.environment.scheduler, seconds = MutableProperty(0)
    Signal.timer(every: .seconds(1), on: scheduler).observeValues { seconds.value = $0 + 1 }.stored(in: router.alive)
    let tell = Command<Void, String, Never> { "\(seconds.value) seconds" }
    let ask = Command<Void, String, CallFailure> {
      calls.call("ask", Signal.just("done").delay(.seconds(2), on: scheduler), failure: CallFailure.init)
    }
    return ConsoleView(
      .button("tell", tell), .button("ask", ask), .field("name", MutableProperty("")), .alert("", tell.values),
      .alert("", ask.values))
  }

  @Test("time without output is saved where it makes a difference", arguments: [true, false])
  func pauses(isTold: Bool) async throws {
    let time = VirtualTimeScheduler()
    let live = Session(live: Self.counting, environment: .fixed(by: VirtualDate(time)), options: [:])
    let runner = LineRunner(recorder: Recording.save) { live }
    _ = await runner.run(":open home")
    time.advance(by: .milliseconds(3_400))
    _ = await runner.run("name a")
    time.advance(by: .milliseconds(1_200))
    _ = await runner.run(isTold ? "tell" : "name b")
    #expect(await runner.run(":save \(session.file)") == [])
    let text = try session.text
    for part in [
      "> :advance 3400ms\nhome> name a\n  name: a\nhome> :advance 1200ms\n", "\n  ! 4 seconds\n", ":advance",
    ] {
      #expect(text.contains(part) == isTold, "\(text)")
    }
    #expect(await session.report(Self.counting).passed)
    _ = await runner.end()
  }

  @Test("a late answer arrives in the flow, however long its line took") func lateAnswer() async throws {
    let time = VirtualTimeScheduler()
    let live = Session(live: Self.counting, environment: .fixed(by: VirtualDate(time)), options: [:])
    let runner = LineRunner(limits: Settling.Limits(moment: .zero), recorder: Recording.save) { live }
    _ = await runner.run(":open home")
    _ = await runner.run("ask")
    time.advance(by: .seconds(2))
    runner.record(change: live.console.takeChanges())
    var entries = runner.history
    entries[1].settled += .milliseconds(100)
    #expect(await Recording(session: live, entries: entries).save(as: session.file) == [])
    let text = try session.text
    #expect(text.contains("> ask\n") && text.contains("> :advance 2000ms\n  +2s\n  ! done\n"), "\(text)")
    _ = await runner.end()
  }

  @Test("commands of flows, which a session refuses, are not saved") func ofFlows() async throws {
    #expect(await session.saving(":locale fr", "name a", app: Self.counting, code: 1) == "")
    #expect(try !session.text.contains(":locale"))
  }

  @Test("a failure that cannot be made from its text is one complaint, with the remedy")
  func unwritableFailure() async throws {
    let app = ConsoleApp("opaque") { session, _ in
      let calls = session.calls.hermetic
      let ask = Command { calls.call("ask", Signal<Int, Opaque>.fail(Opaque(reason: "no")), failure: Opaque.init) }
      return ConsoleView(.button("ask", ask), .alert("", ask.failures.map(\.reason)))
    }
    #expect(
      await session.saving("ask", "ask", app: app) == """
          ! saved, but the failure of 'ask' cannot be saved; make Opaque CustomStringConvertible, with the text that \
        'failure:' takes
          ! saved, but line 5, 'ask', prints something else there

        """)
  }

  @Test("complaints have the line numbers of the saved file, which contains no complaints") func lines() async throws {
    let said = await session.saving("name a", "name b", "ask", app: Self.locked)
    let lines = try session.text.components(separatedBy: "\n")
    let number = try #require(lines.firstIndex(of: "home> :stub notes.unlock -> 2")) + 1
    let unused = "the stub of 'notes.unlock', set at line \(number), was never used; "
    #expect(said == "  ! saved, but it will not pass: \(unused)take it out\n")
    #expect(try !session.text.contains("!!"))
    let report = await session.report(Self.locked)
    #expect(!report.passed && report.text.contains("!! \(unused)".prefix(60)), "\(report.text)")
  }

  @Test("a missing secret is a complaint only if it makes a difference") func secret() async throws {
    #expect(
      await session.saving("password swordfish", "unlock", app: Self.locked).hasSuffix(
        """
          ! saved, but line 9, 'unlock', prints something else there
          ! saved, but the value of 'password' is saved as ***; replace it with a test value

        """))
    let other = try SavedSession()
    #expect(await other.saving("password swordfish", "password", "name a", app: Self.locked) == "")
  }
}
