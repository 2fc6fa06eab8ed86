import Testing

@testable import REPL

@Suite struct FindingTests {
  @Test(
    "two findings with the same promise, screen, and call or command have one cause",
    arguments: [
      (
        Cause("silence", on: "search/results", by: "search.get more"),
        Cause("silence", on: "results", by: "search.get more")
      ),
      (
        Cause("the promise :never shows \"nil\" (always.flow:2) is broken: it shows nil", on: "a"),
        Cause("the promise :never shows \"nil\" is broken: it shows a nil", on: "b/a")
      ),
      (
        Cause("a timer is still pending, due in 500ms, made at line 3 by 'start'; end it"),
        Cause("2 timers are still pending, due in 1s, made by 'resume'; end it")
      ),
      (Cause("add#2: presenter AddPresenter is still alive"), Cause("add#31: presenter AddPresenter is still alive")),
    ])
  func same(_ one: Cause, _ other: Cause) { #expect(one == other) }

  @Test(
    "another promise, screen, call or command is another cause",
    arguments: [
      Cause("loss", on: "results", by: "search.get more"), Cause("silence", on: "search", by: "search.get more"),
      Cause("silence", on: "results", by: "search.get refresh"), Cause("silence", on: "results", by: "store.save more"),
    ])
  func other(_ other: Cause) { #expect(Cause("silence", on: "results", by: "search.get more") != other) }

  @Test("the name of a file has letters, digits and hyphens alone, and eight words at most") func name() {
    #expect(
      Finding.name("save", "the promise :never shows \"nil\" (a.flow:2) is broken: x")
        == "save-the-promise-never-shows-nil-a-flow")
  }
}
