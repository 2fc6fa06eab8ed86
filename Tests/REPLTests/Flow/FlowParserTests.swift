import Testing

@testable import REPL

@Suite struct FlowParserTests {
  private func step(_ screen: String, _ command: String, _ output: [String] = [], line: Int, below: Int = 1)
    -> Flow.Step
  {
    Flow.Step(
      screen: screen, command: command, output: output, line: line, outputLine: output.isEmpty ? nil : line + below)
  }

  private static let text = """
    > :now 2014-05-21
    # One
    > :open todo

      VIPER TODO

    \u{20}\t
      (none)

    ## Two
    todo/add> name A > B
      name: A > B
        indented
    >
    -- one.json --
    {

    # no title
    > no command
    -- empty --
    -- two words --
    x

    """

  @Test("phases, commands, outputs with the blank lines between them, and data files are read, with their lines")
  func grammar() throws {
    let phases = [
      Flow.Phase(title: nil, steps: [step("", ":now 2014-05-21", line: 1)], line: 1),
      Flow.Phase(
        title: "One", steps: [step("", ":open todo", ["VIPER TODO", "", "", "(none)"], line: 3, below: 2)], line: 2),
      Flow.Phase(
        title: "Two",
        steps: [
          step("todo/add", "name A > B", ["name: A > B", "  indented"], line: 11), step("", "", line: 14),
        ], line: 10),
    ]
    let files = ["one.json": "{\n\n# no title\n> no command\n", "empty": "", "two words": "x\n"]
    #expect(try FlowParser.parse(Self.text) == Flow(phases: phases, files: files))
  }

  @Test("a # without a text begins a phase without a title", arguments: ["#", "##", "# ", "#\t", "#  \u{A0}"])
  func untitled(_ line: String) throws {
    let flow = try FlowParser.parse("# One\n> a\n\(line)\n> b\n")
    #expect(flow.phases.map(\.title) == ["One", nil])
    #expect(flow.phases.last?.steps == [step("", "b", line: 4)])
  }

  private static let neither =
    "a phase (#), a command (screen> …), output (two blanks in front) nor a data file (-- name --)"
  private static let conflict = "this line is left from a merge conflict; resolve the conflict first"
  private static let noCommand = "output without a command above it; write the command first"

  private static let endsInBlank = "this line ends in a blank, and output never does; remove the blank"

  private static let wrongRows: [(String, Int, Int, String)] = [
    ("hello\n", 1, 1, "'hello' is neither \(neither)"),
    ("> a\n one blank\n", 2, 1, "' one blank' is neither \(neither)"),
    ("> a\n\thello\n", 2, 1, "'\\thello' is neither \(neither)"),
    ("a b> c\n", 1, 1, "'a b> c' is neither \(neither)"),
    ("> a\n  b\n  out \n", 3, 6, endsInBlank), ("> a\n  é\u{A0}", 2, 4, endsInBlank),
    ("# T\n  out\n", 2, 1, noCommand), ("  out\n", 1, 1, noCommand),
    ("\n\ntodo>add\n", 3, 6, "a blank is missing after '>'"), ("登录>x", 1, 4, "a blank is missing after '>'"),
    ("登录> :opne", 1, 5, "there is no ':opne'; did you mean ':open'?"),
    ("> a\r\n> :advance x\r\n", 2, 3, "'x' is not a duration such as 300ms, 2s, 5m, 1h or 3d; write :advance DUR"),
    ("# T\n>   :never show x\n", 2, 12, "there is no condition 'show'; did you mean 'shows'?"),
    ("# T\ntodo> :never show x\n", 2, 14, "there is no condition 'show'; did you mean 'shows'?"),
    ("-- a --\n-- a --\n", 2, 1, "there are two data files 'a'; rename one"),
    ("> a\n<<<<<<< HEAD\n", 2, 1, conflict), ("> a\n=======\n", 2, 1, conflict),
    ("> a\n\n>>>>>>> main\n", 3, 1, conflict),
    ("> a\n-- f --\n<<<<<<< HEAD\n1\n", 3, 1, conflict), ("> a\n-- f --\n1\n>>>>>>> main\n", 4, 1, conflict),
  ]

  @Test("a syntax error has its place", arguments: wrongRows)
  func wrong(_ text: String, _ line: Int, _ column: Int, _ reason: String) {
    #expect(throws: FlowSyntaxError(line: line, column: column, reason: reason)) { try FlowParser.parse(text) }
  }

  @Test("all mistakes are found; output below a bad line belongs to it, and a conflict is one mistake") func several() {
    let text = """
      > :advnce 1s
        out

        more
      # One
        stray
        too
      >:bad
      todo> a
        good
       one blank
        out
      <<<<<<< HEAD
        ours
      =======
        theirs
      >>>>>>> main
      # Two
      <<<<<<< HEAD
      -- a --
      =======
      >>>>>>> main
      -- a --
      =======
      -- b --
      """
    let (flow, mistakes) = FlowParser.read(text)
    #expect(
      mistakes.map { "\($0.line):\($0.column): \($0.text)" } == [
        "1:3: there is no ':advnce'; did you mean ':advance'?", "6:1: \(Self.noCommand)",
        "8:2: a blank is missing after '>'",
        "11:1: ' one blank' is neither \(Self.neither)", "13:1: \(Self.conflict)", "19:1: \(Self.conflict)",
        "23:1: there are two data files 'a'; rename one",
      ])
    #expect(flow.steps == [step("todo", "a", ["good"], line: 9)])
    #expect(flow.phases.map(\.title) == ["One", "Two"])
    #expect(throws: FlowSyntaxError(mistakes)) { try FlowParser.parse(text) }
    #expect("\(FlowSyntaxError(mistakes))".hasSuffix("; did you mean ':advance'? (and 6 more mistakes)"))
  }
}
