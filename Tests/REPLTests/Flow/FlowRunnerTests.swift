import Foundation
import REPL
import Signals
import Testing
import VIPER

@Suite @MainActor struct FlowRunnerTests {
  private static let session = """
    # An empty list says so.
    > :open notes
      NOTES
      (no notes)

    # Adding is a modal; saving it refreshes the list behind it.
    notes> add
      Add
      text: -
      password: -
      stars: 3
    notes/add> save
      ! save is disabled: text is empty
    notes/add> text Get a haircut
      text: Get a haircut
    notes/add> save
      NOTES
      Other
        1. Get a haircut

    # A store that fails loses nothing that was typed.
    notes> add
      Add
      text: -
      password: -
      stars: 3
    notes/add> text Buy milk
      text: Buy milk
    notes/add> :fail notes.save with "disk full"
    notes/add> save
      ! disk full
      text: Buy milk
      password: -
      stars: 3
    notes/add> cancel
      NOTES
      Other
        1. Get a haircut
    notes> :quit

    """

  @Test("a session passes as it was recorded") func passes() async throws {
    let report = try await report(Self.session)
    #expect(report.shown == ["ok   a.flow (3 phases)"])
    #expect(report.passed)
    #expect(report.differences == 0)
  }

  @Test("nothing is shared between flows") func fresh() async throws {
    for _ in 0..<2 { #expect(try await report(Self.session).passed) }
  }

  @Test("the first differing phase is shown in full, with line numbers and how to accept it") func difference()
    async throws
  {
    let flow = Self.session.replacing("  1. Get a haircut\n\n", with: "  1. Get no haircut\n\n")
      .replacing("! disk full", with: "! disk empty")
    let report = try await report(flow)
    #expect(
      report.shown == [
        "FAIL a.flow",
        "  ok   An empty list says so.",
        "  FAIL Adding is a modal; saving it refreshes the list behind it.",
        "      7   notes> add",
        "      8     Add",
        "      9     text: -",
        "     10     password: -",
        "     11     stars: 3",
        "     12   notes/add> save",
        "     13     ! save is disabled: text is empty",
        "     14   notes/add> text Get a haircut",
        "     15     text: Get a haircut",
        "     16   notes/add> save",
        "     17     NOTES",
        "     18     Other",
        "     19 -     1. Get no haircut",
        "        +     1. Get a haircut",
        "  1 later phase differs, too",
        "  if that is right: notes accept a.flow",
      ])
    #expect(!report.passed)
    #expect(report.differences == 2)
  }

  @Test("another screen than the prompt says is a difference") func routing() async throws {
    let report = try await report("> :open notes\n  NOTES\n  (no notes)\nnotes/add> cancel\n")
    #expect(
      report.shown.contains("      4 - notes/add> cancel") && report.shown.contains("        + notes> cancel"))
  }

  @Test("the same change again is folded") func folded() async throws {
    let wrong = "  Add!\n  text: -\n  password: -\n  stars: 3\n"
    let report = try await report(
      "> :open notes\n  NOTES\n  (no notes)\nnotes> add\n\(wrong)notes/add> cancel\n  NOTES\n  (no notes)\n"
        + "notes> add\n\(wrong)notes/add> :quit\n")
    #expect(report.shown.filter { $0.contains("Add!") }.count == 1)
    #expect(report.shown.contains("            (the same change as in line 4)"))
  }

  @Test("lines far from a change are only counted") func context() async throws {
    let json = "[" + (1...100).map { "\"n\($0)\"" }.joined(separator: ",") + "]"
    let lines = (1...100).map { "    \($0). n\($0 == 50 ? 0 : $0)\n" }.joined()
    let report = try await report(
      "> :stub notes.all -> \(json)\n> :open notes\n  NOTES\n  Other\n\(lines)notes> :quit\n")
    #expect(
      report.shown == [
        "FAIL a.flow", "  FAIL (no title)", "      1   > :stub notes.all -> \(json)", "      2   > :open notes",
        "            (48 more lines)", "     51       47. n47", "     52       48. n48", "     53       49. n49",
        "     54 -     50. n0", "        +     50. n50", "     55       51. n51", "     56       52. n52",
        "     57       53. n53", "            (47 more lines)", "    105   notes> :quit",
        "  if that is right: notes accept a.flow",
      ])
  }

  @Test("time is virtual, and what is printed later is stamped") func time() async throws {
    let report = try await report(
      """
      > :open notes
        NOTES
        (no notes)
      notes> tick
        …
      notes> :advance 1500ms
        +1s
        ticks: 1
      notes> tick
        ! tick is busy
      notes> :run
        +500ms
        ticks: 2
        +1500ms
        ticks: 3
      notes> :quit
      """)
    #expect(report.shown == ["ok   a.flow (1 phase)"])
  }

  @Test("stubs answer until they are replaced, faults once, both after a time if they say so") func stubs() async throws
  {
    let report = try await report(
      """
      > :stub notes.all -> ["Buy milk", "Sleep"]
      > :open notes
        NOTES
        Shopping
          1. Buy milk
        Other
          2. Sleep
      notes> :fail notes.all with "gone" after 2s
      notes> :stub notes.all -> @more.json
      notes> add
        Add
        text: -
        password: -
        stars: 3
      notes/add> cancel
        NOTES
        Shopping
          1. Buy milk
        Other
          2. Sleep
      notes> :advance 2s
        +2s
        ! gone
      notes> add
        Add
        text: -
        password: -
        stars: 3
      notes/add> touch
        NOTES
        Other
          1. Walk
      notes> :quit
      -- more.json --
      ["Walk"]
      """)
    #expect(report.shown == ["ok   a.flow (1 phase)"])
  }

  @Test("screen, tree, now and locale") func looking() async throws {
    let report = try await report(
      """
      > :tree
        (nothing is open)
      > :screen
      > :locale zh-Hans
      > :now 2014-05-21
      > :open notes
        NOTES
        (no notes)
      notes> :screen
        NOTES
        (no notes)
      notes> :tree
        notes#1 *
      """)
    #expect(report.shown == ["ok   a.flow (1 phase)"])
  }

  @Test("what cannot be opened says why") func links() async throws {
    let report = try await report(
      """
      > :open ntes
        ! no module is built for 'ntes'; did you mean 'notes'?
      > :open odd
        ! 'odd' has a Plain; a console shows nothing but a ConsoleView, give it one
      """)
    #expect(report.shown == ["ok   a.flow (1 phase)"])
  }

  @Test(
    "what is left over at the end is a complaint",
    arguments: [
      (
        "> :stub notes.all -> []\n> :quit\n", "the stub of 'notes.all' was never used; take it out"
      ),
      (
        "> :fail notes.save with \"x\"\n> :quit\n",
        "the failure of 'notes.save' with \"x\" was never used; take it out"
      ),
      (
        "> :open notes\n  NOTES\n  (no notes)\nnotes> leak\n",
        "1 timer is still pending, the next in 90s; stop it when the screen closes"
      ),
      ("> :quit\n> add\n", "this comes after :quit; take it out"),
      ("> :stub notes.all -> @x\n> :quit\n", "this flow has no data file 'x'; add one: -- x --"),
      ("> :now yesterday\n", "'yesterday' is no date such as 2014-05-21 or 2014-05-21T12:00"),
      (
        "> :open notes\n  NOTES\n  (no notes)\nnotes> :locale de\n", ":locale comes before the first :open"
      ),
    ]) func leftovers(_ flow: String, _ complaint: String) async throws
  {
    let report = try await report(flow)
    #expect(!report.passed)
    #expect(report.shown.contains { $0.hasSuffix("!! \(complaint)") }, "\(report.text)")
    #expect(!report.text.contains("accept"))
  }

  @Test("a stub that cannot be read is a complaint") func badStub() async throws {
    let report = try await report("> :stub notes.all -> 5\n> :open notes\n")
    #expect(report.shown.contains { $0.contains("!! the stub of 'notes.all' cannot be read: ") })
  }

  @Test("a flow that never ends is stopped, and says where") func endless() async throws {
    let report = try await report("# Spin\n> :open notes\n  NOTES\n  (no notes)\nnotes> spin\nnotes> add\n")
    #expect(
      report.shown == [
        "FAIL a.flow", "  FAIL Spin", "      2   > :open notes", "      3     NOTES", "      4     (no notes)",
        "      5   notes> spin",
        "        +   !! this has not ended after 100000 steps, at +0s: something schedules itself again and again; stop it "
          + "when its screen closes, or :advance a shorter time",
      ])
  }

  @Test("what is still alive of a closed module is a complaint") func leak() async throws {
    final class Kept: Presenter {}
    let kept = MutableProperty<[Kept]>([])
    let app = ConsoleApp("leaky", home: "x") { session in
      let module = Module(Route<Void, Never>("x")) { _, _ in
        let presenter = Kept()
        kept.modify { $0.append(presenter) }
        return Assembly(view: ConsoleView(.title(Property(constant: "X"))), presenter: presenter)
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    let report = try await report("> :open x\n  X\n", app: app)
    #expect(
      report.shown.contains { $0.hasPrefix("  !! x#1: presenter Kept is still alive, built at REPLTests/FlowRunner") },
      "\(report.text)")
    #expect(!report.passed)
  }

  @Test("a line of ten megabytes and output of a hundred thousand lines are nothing special") func large() async throws
  {
    let long = try await report("> \(String(repeating: "x", count: 10_000_000))\n")
    #expect(!long.passed)
    let output = (1...100_000).map { "  line \($0)\n" }.joined()
    let many = try await report("> :open notes\n\(output)")
    #expect(many.shown.count < 100)
  }
}
