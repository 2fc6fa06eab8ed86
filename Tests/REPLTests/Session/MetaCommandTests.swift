import REPL
import Testing

@Suite struct MetaCommandTests {
  @Test(
    "every command of the session is read",
    arguments: [
      (":open notes/add", .open("notes/add")), (":advance 300ms", .advance(.milliseconds(300))), (":run", .run),
      (":now 2014-05-21", .now("2014-05-21")), (":screen", .screen), (":tree", .tree), (":help", .help),
      (":quit", .quit),
      (":locale zh-Hans", .locale("zh-Hans")),
      (":stub a.b -> {\"x\": 1}", .stub("a.b", answer: .json("{\"x\": 1}"), after: .zero)),
      (":stub a -> null after 2s", .stub("a", answer: .json("null"), after: .seconds(2))),
      (":stub a -> @x.json after 1m", .stub("a", answer: .file("x.json"), after: .seconds(60))),
      (":stub a -> \"come after noon\"", .stub("a", answer: .json("\"come after noon\""), after: .zero)),
      (":fail a with \"disk full\"", .fail("a", with: "disk full", after: .zero)),
      (":fail a with \"once after all\" after 1s", .fail("a", with: "once after all", after: .seconds(1))),
    ] as [(String, MetaCommand)]) func read(_ line: String, _ expected: MetaCommand) throws
  {
    #expect(try MetaCommand.parse(line) == expected)
  }

  @Test(
    "what is wrong is told with how it should look",
    arguments: [
      (":opne x", "there is no ':opne'; did you mean ':open'?"),
      (":frobnicate", "there is no ':frobnicate'; :help lists them"),
      (":", "there is no ':'; :help lists them"),
      (":open", "something is missing; write :open ROUTE-OR-URL"),
      (":now", "something is missing; write :now DATE"),
      (":run fast", "'fast' is left over; write :run"),
      (":advance 5", "'5' is no duration such as 300ms, 2s, 5m, 1h or 3d; write :advance DUR"),
      (":stub a {}", "'->' is missing; write :stub NAME -> JSON|@FILE [after DUR]"),
      (":stub a ->", "something is missing; write :stub NAME -> JSON|@FILE [after DUR]"),
      (":stub a -> {x}", "'{x}' is not JSON; write :stub NAME -> JSON|@FILE [after DUR]"),
      (
        ":stub a -> 1 after noon",
        "'noon' is no duration such as 300ms, 2s, 5m, 1h or 3d; write :stub NAME -> JSON|@FILE [after DUR]"
      ),
      (":fail a", "'with' is missing; write :fail NAME with \"TEXT\" [after DUR]"),
      (":fail a with full", "the text has to be in quotes; write :fail NAME with \"TEXT\" [after DUR]"),
    ]) func refused(_ line: String, _ expected: String)
  {
    #expect(throws: MetaCommandError(expected)) { try MetaCommand.parse(line) }
  }
}
