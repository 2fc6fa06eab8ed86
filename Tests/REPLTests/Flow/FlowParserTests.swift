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
    #expect(flow.phases.map { "\($0.line) \($0.title ?? "-")" } == ["1 One", "5 Two"])
    #expect(
      flow.steps == [
        step("", ":open todo", ["VIPER TODO"], line: 2), step("todo", "add", line: 6),
        step("todo/add", "name A > B", ["name: A > B", "  indented"], line: 7), step("", "", line: 10),
      ])
  }

  @Test("an empty text is a flow without steps", arguments: ["", "\n", "\r\n\r\n", "  \n", "# only a title"])
  func empty(_ text: String) throws { #expect(try FlowParser.parse(text).steps.isEmpty) }

  @Test("commands before the first title are a phase without a title") func untitled() throws {
    let flow = try FlowParser.parse("\n> a\n# T\n> b\n")
    #expect(flow.phases.map { "\($0.line) \($0.title ?? "-")" } == ["2 -", "3 T"])
  }

  @Test("blank lines between two outputs are part of the output; those before and after are not") func blanks() throws {
    let flow = try FlowParser.parse("> a\n\n  x\n\n \t\n  y\n\n> b\n\n")
    #expect(flow.steps.map(\.output) == [["x", "", "", "y"], []])
  }

  @Test("lines may end with a carriage return, the last may have no end, and the first may have a byte order mark")
  func lineEnds() throws {
    let text = "# T\n> a\n  x\n\n  y\n-- f --\nz\n", flow = try FlowParser.parse(text)
    for same in [text.replacing("\n", with: "\r\n"), String(text.dropLast()), "\u{FEFF}" + text] {
      #expect(try FlowParser.parse(same) == flow)
    }
  }

  @Test(
    "only a newline ends a line; a combining mark belongs to the text, not to the blank before it",
    arguments: ["a\u{2028}b", "a\u{85}b", "a\u{B}b", "a\u{C}b", "a\rb", "\u{301}a"])
  func lines(_ text: String) throws {
    let flow = try FlowParser.parse("> \(text)\n  \(text)\n")
    #expect(flow.steps == [step("", text, [text], line: 1)])
  }

  @Test("data files extend to the next marker or the end, and may contain anything") func files() throws {
    let flow = try FlowParser.parse(
      "> a\n-- one.json --\n{\n\n# no title\n> no command\n-- empty --\n-- two words --\nx")
    #expect(flow.steps.count == 1)
    #expect(flow.files == ["one.json": "{\n\n# no title\n> no command\n", "empty": "", "two words": "x\n"])
  }

  private static let neither =
    "a phase (#), a command (screen> …), output (two blanks in front) nor a data file (-- name --)"
  private static let conflict = "this line is left from a merge conflict; resolve the conflict first"

  @Test(
    "a syntax error has its place",
    arguments: [
      ("hello\n", 1, 1, "'hello' is neither \(neither)"),
      ("> a\n one blank\n", 2, 1, "' one blank' is neither \(neither)"),
      ("> a\n\thello\n", 2, 1, "'\\thello' is neither \(neither)"),
      ("a b> c\n", 1, 1, "'a b> c' is neither \(neither)"),
      ("> a\n  b\n > c", 3, 1, "' > c' is neither \(neither)"),
      ("# T\n  out\n", 2, 1, "output without a command above it; write the command first"),
      ("  out\n", 1, 1, "output without a command above it; write the command first"),
      ("\n\ntodo>add\n", 3, 6, "a blank is missing after '>'"), ("登录>x", 1, 4, "a blank is missing after '>'"),
      ("> :opne todo\n", 1, 3, "there is no ':opne'; did you mean ':open'?"),
      ("登录> :opne", 1, 5, "there is no ':opne'; did you mean ':open'?"),
      ("> a\r\n> :advance x\r\n", 2, 3, "'x' is not a duration such as 300ms, 2s, 5m, 1h or 3d; write :advance DUR"),
      ("# T\n> :never show x\n", 2, 10, "there is no condition 'show'; did you mean 'shows'?"),
      ("# T\n>   :never show x\n", 2, 12, "there is no condition 'show'; did you mean 'shows'?"),
      ("# T\ntodo> :never show x\n", 2, 14, "there is no condition 'show'; did you mean 'shows'?"),
      ("-- a --\n-- a --\n", 2, 1, "there are two data files 'a'; rename one"),
      ("> a\n<<<<<<< HEAD\n", 2, 1, conflict), ("> a\n=======\n", 2, 1, conflict),
      ("> a\n\n>>>>>>> main\n", 3, 1, conflict),
      ("> a\n-- f --\n<<<<<<< HEAD\n1\n", 3, 1, conflict), ("> a\n-- f --\n1\n>>>>>>> main\n", 4, 1, conflict),
    ])
  func wrong(_ text: String, _ line: Int, _ column: Int, _ reason: String) {
    #expect(throws: FlowSyntaxError(line: line, column: column, reason: reason)) { try FlowParser.parse(text) }
  }
}
