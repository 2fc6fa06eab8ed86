import Testing

@testable import REPL
@testable import REPLTools

@Suite struct FindingTests {
  private static let more = Cause("silence", on: "search/results", by: "search.get more")

  private static let causes: [(Cause, Cause, isSame: Bool)] = [
    (more, Cause("silence", on: "results", by: "search.get more"), true),
    (
      Cause("the promise :never shows \"nil\" (always.flow:2) is broken: it shows nil", on: "a"),
      Cause("the promise :never shows \"nil\" is broken: it shows a nil", on: "b/a"), true
    ),
    (
      Cause("a timer is still pending, due in 500ms, made at line 3 by 'start'; end it"),
      Cause("2 timers are still pending, due in 1s, made by 'resume'; end it"), true
    ),
    (
      Cause("add#2: presenter AddPresenter is still alive"), Cause("add#31: presenter AddPresenter is still alive"),
      true
    ),
    (more, Cause("loss", on: "results", by: "search.get more"), false),
    (more, Cause("silence", on: "search", by: "search.get more"), false),
    (more, Cause("silence", on: "results", by: "search.get refresh"), false),
  ]

  @Test(
    "findings with the same promise, screen, and call or command have one cause; any others do not", arguments: causes)
  func cause(_ one: Cause, _ other: Cause, _ isSame: Bool) { #expect((one == other) == isSame) }

  @Test("the name of a file has letters, digits and hyphens alone, and eight words at most") func name() {
    let name = Finding.name("save", "the promise :never shows \"nil\" (a.flow:2) is broken: x")
    #expect(name == "save-the-promise-never-shows-nil-a-flow")
  }
}
