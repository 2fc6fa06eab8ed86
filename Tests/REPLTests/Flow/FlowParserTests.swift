import REPL
import Testing

@Suite struct FlowParserTests {
  private func message(_ text: String) -> String? {
    do throws(FlowSyntaxError) {
      _ = try FlowParser.parse(text)
      return nil
    } catch { return "\(error)" }
  }

  @Test("a flow is phases of commands with their outputs, and data files") func grammar() throws {
    let text = """
      > :open notes
        NOTES

      # Adding
      notes> add
        Add

        -
      notes/add> cancel

      -- a.json --
      [1,

      2]
      -- b --
      x

      """
    let flow = try FlowParser.parse(text)
    #expect(flow.phases.map(\.title) == [nil, "Adding"])
    #expect(flow.steps.map(\.screen) == ["", "notes", "notes/add"])
    #expect(flow.steps.map(\.command) == [":open notes", "add", "cancel"])
    #expect(flow.steps.map(\.output) == [["NOTES"], ["Add", "", "-"], []])
    #expect(flow.steps.map(\.line) == [1, 5, 9])
    #expect(flow.files == ["a.json": "[1,\n\n2]\n", "b": "x\n"])
  }

  @Test(
    "ends of lines and of the file, and a byte order mark, mean nothing",
    arguments: [
      "# A\n> add\n  one\n", "# A\r\n> add\r\n  one\r\n", "# A\n> add\r\n  one", "\u{FEFF}# A\n> add\n  one\n",
      "# A\n> add\n  one  \n\n\n",
    ]) func lineEnds(_ text: String) throws
  {
    let flow = try FlowParser.parse(text)
    #expect(flow.phases.map(\.title) == ["A"])
    #expect(flow.steps.map(\.output) == [["one"]])
  }

  @Test("only a newline ends a line") func oddNewlines() throws {
    #expect(try FlowParser.parse("> add\n  a\u{2028}b\u{B}c\n").steps.map(\.output) == [["a\u{2028}b\u{B}c"]])
  }

  @Test("a bare prompt, blanks in a command and a prompt without a command are commands") func commands() throws {
    let flow = try FlowParser.parse(">\n> \nnotes>  add\nnotes> name  x \n")
    #expect(flow.steps.map(\.command) == ["", "", " add", "name  x "])
  }

  @Test(
    "what is no flow is told with its line and what to do",
    arguments: [
      ("  out\n", "line 1: this is output without a command above it; write the command first"),
      (
        "# A\n> x\n# B\n  out\n",
        "line 4: this is output without a command above it in its phase; write the command first"
      ),
      (
        "> add\nhello there\n",
        "line 2: 'hello there' is neither a phase (# …), a command (screen> …), output (two blanks in front) nor a data "
          + "file (-- name --)"
      ),
      (
        "> a\n\u{1B}[2J\n",
        "line 2: '\\u{1B}[2J' is neither a phase (# …), a command (screen> …), output (two blanks in front) nor a data "
          + "file (-- name --)"
      ),
      ("notes>add\n", "line 1: a blank is missing behind '>'; write 'notes> …'"),
      ("> a\n<<<<<<< ours\n", "line 2: '<<<<<<<' is a conflict of a merge; settle it first, then run again"),
      ("> a\n-- x --\n>>>>>>> theirs\n", "line 3: '>>>>>>>' is a conflict of a merge; settle it first, then run again"),
      ("> a\n-- x --\n-- x --\n", "line 3: there are two data files 'x'; rename one"),
      ("> :opne notes\n", "line 1: there is no ':opne'; did you mean ':open'?"),
    ]) func messages(_ text: String, _ expected: String)
  { #expect(message(text) == expected) }

  @Test("any text gives a flow or a message") func anything() {
    let pieces = [
      "#", ">", "> ", "  ", "-- ", " --", ":", ":stub a -> ", "\n", "\r\n", "\r", "\u{0}", "é", "<<<<<<< ", "x",
    ]
    var seed: UInt64 = 42
    func next(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((seed >> 33) % UInt64(bound))
    }
    for _ in 0..<5000 {
      let text = (0..<next(30)).map { _ in pieces[next(pieces.count)] }.joined()
      #expect(message(text).map { $0.hasPrefix("line ") } ?? true)
      #expect(FlowText(text).text.utf8.elementsEqual(text.utf8))
    }
  }
}
