import PlainText
import Testing

@testable import REPL

@Suite struct OptionWordsTests {
  private static let known = [
    OptionWords.Option("data", value: "DIR"), OptionWords.Option("color", value: "WHEN", isValueOptional: true),
    OptionWords.Option("live"), OptionWords.Option("live", value: "NEVER"),
  ]

  private func read(_ arguments: [String]) throws -> OptionWords { try OptionWords(arguments, known: Self.known) }

  @Test(
    "options and words are told apart, each in its order",
    arguments: [
      ([], [], []), (["a", "-", "b"], [], ["a", "-", "b"]), (["--data", "d", "a"], ["data=d"], ["a"]),
      (["a", "--data=d=e", "b"], ["data=d=e"], ["a", "b"]), (["--data", "-x"], ["data=-x"], []),
      (["--data", "-"], ["data=-"], []), (["--color", "a"], ["color"], ["a"]),
      (["--color=no", "--color"], ["color=no", "color"], []), (["--live", "a"], ["live"], ["a"]),
      (["--data", "1", "--data", "2"], ["data=1", "data=2"], []),
    ] as [([String], [String], [String])])
  func told(_ arguments: [String], _ options: [String], _ words: [String]) throws {
    let read = try read(arguments)
    let shown = read.options.map { $0.name + ($0.value.map { "=\($0)" } ?? "") }
    #expect([shown, read.words] == [options, words] && !read.asksForHelp)
  }

  @Test(
    "help wins over whatever is behind it", arguments: [["--help", "--bogus"], ["a", "-h"], ["--live", "--help"]])
  func help(_ arguments: [String]) throws { #expect(try read(arguments).asksForHelp) }

  @Test(
    "a wrong argument gives a message with the closest name",
    arguments: [
      (["--dta", "d"], "there is no option --dta; did you mean --data?"),
      (["--hlep"], "there is no option --hlep; did you mean --help?"),
      (["-data", "d"], "there is no option -data; did you mean --data?"),
      (["--xyzzy"], "there is no option --xyzzy"), (["--"], "there is no option --"),
      (["--live=on"], "--live takes no value; write --live alone"),
      (["--live="], "--live takes no value; write --live alone"),
      (["--data"], "--data needs a value: --data DIR"), (["--data="], "--data needs a value: --data DIR"),
      (["--data", "--live"], "--data needs a value: --data DIR"), (["--data", ""], "--data needs a value: --data DIR"),
      (["--color="], "--color needs a value: --color[=WHEN]"),
    ])
  func refused(_ arguments: [String], _ message: String) {
    #expect(throws: UsageError(description: message)) { try read(arguments) }
  }
}
