import Testing

@testable import REPL

@Suite struct FlowParserTests {
  private func step(_ screen: String, _ command: String, _ output: [String] = [], line: Int) -> Flow.Step {
    Flow.Step(screen: screen, command: command, output: output, line: line, outputLine: output.isEmpty ? nil : line + 1)
  }

  @Test("phases, commands and outputs are distinguished, with their lines") func grammar() throws {
    let flow = try FlowParser.parse(
      """
      # One
      > :open todo
        VIPER TODO

      ## Two
      todo> add
      todo/add> name A > B
        name: A > B
          indented
      >
      """)
    #expect(flow.phases.map(\.title) == ["One", "Two"])
    #expect(flow.phases.map(\.line) == [1, 5])
    #expect(
      flow.steps == [
        step("", ":open todo", ["VIPER TODO"], line: 2), step("todo", "add", line: 6),
        step("todo/add", "name A > B", ["name: A > B", "  indented"], line: 7), step("", "", line: 10),
      ])
    #expect(flow.files.isEmpty)
  }

  @Test("an empty text is a flow without steps", arguments: ["", "\n", "\r\n\r\n", "  \n", "# only a title"])
  func empty(_ text: String) throws { #expect(try FlowParser.parse(text).steps.isEmpty) }

  @Test("commands before the first title are a phase without one") func untitled() throws {
    let flow = try FlowParser.parse("\n> a\n# T\n> b\n")
    #expect(flow.phases.map(\.title) == [nil, "T"])
    #expect(flow.phases.map(\.line) == [2, 3])
  }

  @Test("blank lines between outputs are output, those before and after are not") func blanks() throws {
    let flow = try FlowParser.parse("> a\n\n  x\n\n \t\n  y\n\n> b\n\n")
    #expect(flow.steps.map(\.output) == [["x", "", "", "y"], []])
  }

  @Test("lines may end with a carriage return, and the last may have no end") func lineEnds() throws {
    let text = "# T\n> a\n  x\n\n  y\n-- f --\nz\n"
    let flow = try FlowParser.parse(text)
    #expect(
      try FlowParser.parse(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"))
        == flow)
    #expect(try FlowParser.parse(String(text.dropLast())) == flow)
  }

  @Test("a leading byte order mark is not part of the first line") func mark() throws {
    #expect(try FlowParser.parse("\u{FEFF}# T\n> a\n") == FlowParser.parse("# T\n> a\n"))
  }

  @Test("only a newline ends a line", arguments: ["\u{2028}", "\u{85}", "\u{B}", "\u{C}", "\r"])
  func otherLineEnds(_ separator: String) throws {
    let flow = try FlowParser.parse("> say a\(separator)b\n  a\(separator)b\n")
    #expect(flow.steps == [step("", "say a\(separator)b", ["a\(separator)b"], line: 1)])
  }

  @Test("a combining mark belongs to the text, not to the blank before it") func combining() throws {
    let flow = try FlowParser.parse("> \u{301}a\n  \u{301}b\n")
    #expect(flow.steps == [step("", "\u{301}a", ["\u{301}b"], line: 1)])
  }

  @Test("data files extend to the next marker or the end, and may contain anything") func files() throws {
    let flow = try FlowParser.parse(
      "> a\n-- one.json --\n{\n\n# no title\n> no command\n-- empty --\n-- two words --\nx")
    #expect(flow.steps.count == 1)
    #expect(flow.files == ["one.json": "{\n\n# no title\n> no command\n", "empty": "", "two words": "x\n"])
  }

  @Test(
    "a syntax error has its line",
    arguments: [
      (
        "hello\n", 1,
        "'hello' is neither a phase (#), a command (screen> …), output (two blanks in front) nor a data file (-- name --)"
      ),
      (
        "> a\n one blank\n", 2,
        "' one blank' is neither a phase (#), a command (screen> …), output (two blanks in front) nor a data file (-- name --)"
      ),
      (
        "> a\n\thello\n", 2,
        "'\\thello' is neither a phase (#), a command (screen> …), output (two blanks in front) nor a data file (-- name --)"
      ),
      (
        "a b> c\n", 1,
        "'a b> c' is neither a phase (#), a command (screen> …), output (two blanks in front) nor a data file (-- name --)"
      ),
      ("# T\n  out\n", 2, "output without a command above it; write the command first"),
      ("  out\n", 1, "output without a command above it; write the command first"),
      ("\n\ntodo>add\n", 3, "a blank is missing after '>'"),
      ("> :opne todo\n", 1, "there is no ':opne'; did you mean ':open'?"),
      ("> a\r\n> :advance x\r\n", 2, "'x' is not a duration such as 300ms, 2s, 5m, 1h or 3d; write :advance DUR"),
      ("-- a --\n-- a --\n", 2, "there are two data files 'a'; rename one"),
      ("> a\n<<<<<<< HEAD\n", 2, "this line is left from a merge conflict; resolve the conflict first"),
      ("> a\n=======\n", 2, "this line is left from a merge conflict; resolve the conflict first"),
      ("> a\n\n>>>>>>> main\n", 3, "this line is left from a merge conflict; resolve the conflict first"),
      ("> a\n-- f --\n<<<<<<< HEAD\n1\n", 3, "this line is left from a merge conflict; resolve the conflict first"),
      ("> a\n-- f --\n1\n>>>>>>> main\n", 4, "this line is left from a merge conflict; resolve the conflict first"),
    ])
  func wrong(_ text: String, _ line: Int, _ reason: String) {
    let error = #expect(throws: FlowSyntaxError.self) { try FlowParser.parse(text) }
    #expect(error?.line == line)
    #expect(error?.reason == reason)
  }

  @Test(
    "a syntax error has its column",
    arguments: [("hello", 1), ("登录>x", 4), ("登录> :opne", 5), ("> a\n-- f --\n<<<<<<<", 1), ("> a\n  b\n > c", 1)])
  func column(_ text: String, _ column: Int) {
    #expect(#expect(throws: FlowSyntaxError.self) { try FlowParser.parse(text) }?.column == column)
  }

  @Test("a syntax error reads as one line") func description() {
    #expect("\(FlowSyntaxError(line: 3, column: 7, reason: "no"))" == "line 3, column 7: no")
  }
}
