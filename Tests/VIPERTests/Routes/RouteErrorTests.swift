import Testing
import VIPER

@Suite struct RouteErrorTests {
  @Test(arguments: [
    (RouteError.unknown("tood", nearest: "todo"), "no module is built for 'tood'; did you mean 'todo'?"),
    (.unknown("x", nearest: nil), "no module is built for 'x'; give one to the navigator"),
    (.invalid("the reason"), "the reason"),
    (.duplicate("a"), "two modules claim the route 'a'; rename one"),
    (.undeclared(from: "a", to: "b"), "'a' does not say that it opens 'b'; add it to its `opens:`"),
    (.covered("a", by: "b"), "'a' has 'b' on top; only what is on top can open something"),
    (.closed("a"), "'a' is not open, or has closed; open it and try again"),
    (.unheard("e", by: "a"), "'a' does not listen to 'e'; let it observe what it has `received`"),
    (.refused("members only"), "members only"),
    (.nothingBelow, "there is nothing to go back to; open something first, or replace the root"),
    (.timedOut("a"), "'a' was not ready in time; try again, or see what its `isReady` waits for"),
    (
      .notShown("a", by: "Console"), "Console did not show 'a' in time; what its `perform` gives has to complete"
    ),
    (
      .incomplete([.init(route: "a", reason: .refused("no")), .init(route: "b", reason: .duplicate("c"))]),
      "restored all but: a (no), b (two modules claim the route 'c'; rename one)"
    ),
  ]) func saysWhatHappenedAndWhatToDo(error: RouteError, message: String) {
    #expect(error.description == message)
  }
}
