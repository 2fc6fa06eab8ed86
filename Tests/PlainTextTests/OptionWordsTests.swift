import PlainText
import Testing

@Suite struct OptionWordsTests {
  private static let known = [
    OptionWords.Option("data", value: "DIR"), OptionWords.Option("color", value: "WHEN", isValueOptional: true),
    OptionWords.Option("live"), OptionWords.Option("live", value: "NEVER"),
  ]

  /// The options, `|` and the words of a command line, or the message of its error.
  private func read(_ arguments: [String]) -> String {
    do throws(UsageError) {
      let read = try OptionWords(arguments, known: Self.known)
      if read.asksForHelp { return "help" }
      let options = read.options.map { $0.name + ($0.value.map { "=\($0)" } ?? "") }
      return (options + ["|"] + read.words).joined(separator: " ")
    } catch { return error.description }
  }

  @Test(
    "options and words are told apart, each in its order, and help wins over all behind it",
    arguments: [
      ([], "|"), (["a", "-", "b"], "| a - b"), (["--data", "d", "a"], "data=d | a"),
      (["a", "--data=d=e", "b"], "data=d=e | a b"), (["--data", "-x"], "data=-x |"), (["--data", "-"], "data=- |"),
      (["--color", "a"], "color | a"), (["--color=no", "--color"], "color=no color |"), (["--live", "a"], "live | a"),
      (["--data", "1", "--data", "2"], "data=1 data=2 |"), (["--help", "--bogus"], "help"), (["a", "-h"], "help"),
      (["--live", "--help"], "help"),
    ] as [([String], String)])
  func told(_ arguments: [String], _ meaning: String) { #expect(read(arguments) == meaning) }

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
    ] as [([String], String)])
  func refused(_ arguments: [String], _ message: String) { #expect(read(arguments) == message) }
}
