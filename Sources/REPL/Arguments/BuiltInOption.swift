/// An option that every app has.
struct BuiltInOption: Equatable {
  let written: OptionWords.Option
  let verbs: [Arguments.Verb]
  /// The rule for its value.
  let rule: String

  private init(
    _ name: String, value: String, isValueOptional: Bool = false, verbs: [Arguments.Verb], help: String, rule: String
  ) {
    written = OptionWords.Option(name, value: value, isValueOptional: isValueOptional, help: help)
    self.verbs = verbs
    self.rule = rule
  }

  var name: String { written.name }

  static let all = [
    BuiltInOption(
      "tap", value: "FILE", verbs: [.run], help: "a TAP report, one case a phase; - is the standard output",
      rule: "the name of a file"),
    BuiltInOption(
      "junit", value: "FILE", verbs: [.run], help: "a JUnit report, one case a phase", rule: "the name of a file"),
    BuiltInOption(
      "html", value: "FILE", verbs: [.run, .accept, .diff],
      help: "one page for people: sessions, time lines, coverage, differences", rule: "the name of a file"),
    BuiltInOption(
      "svg", value: "FILE", isValueOptional: true, verbs: [.draw],
      help: "where the picture goes; --svg alone prints it",
      rule: "the name of a file"),
    BuiltInOption(
      "animated", value: "", verbs: [.draw], help: "the picture types the session", rule: "--animated alone"),
    BuiltInOption(
      "timeout", value: "DUR", verbs: [.run, .accept, .check, .graph, .draw, .explore, .diff],
      help: "how long a flow or a screen may make no progress; 60s if not given",
      rule: "a time above zero, such as 30s"),
    BuiltInOption(
      "jobs", value: "N", verbs: [.run, .explore],
      help: "how many flows run at a time, or parts of an exploration, each in its own process",
      rule: "a number from 1 to 1000"),
    BuiltInOption(
      "orders", value: "", verbs: [.explore], help: "in which order answers come", rule: "--orders alone"),
    BuiltInOption(
      "faults", value: "", verbs: [.explore], help: "calls that fail, answer late or never", rule: "--faults alone"),
    BuiltInOption(
      "walk", value: "", verbs: [.explore], help: "random sessions; all three kinds if none is given",
      rule: "--walk alone"),
    BuiltInOption(
      "runs", value: "N", verbs: [.explore], help: "how many ways are tried, however long it takes",
      rule: "a number above zero"),
    BuiltInOption(
      "seed", value: "N", verbs: [.explore], help: "which random sessions; the same seed and runs find the same",
      rule: "a number that is not negative"),
    BuiltInOption(
      "minutes", value: "M", verbs: [.explore],
      help: "how long it explores; one minute if neither this nor --runs is given",
      rule: "a number above zero"),
    BuiltInOption(
      "shard", value: "I/N", verbs: [.run], help: "only the I-th of N parts; a CI engine's variables do the same",
      rule: "such as 1/4"),
    BuiltInOption(
      "coverage", value: "N", isValueOptional: true, verbs: [.run],
      help: "what no flow reached; fails below N percent", rule: "a number from 0 to 100"),
    BuiltInOption(
      "live", value: "", verbs: [.run, .accept, .draw],
      help: "calls that leave the process are made where a flow sets no stub for them", rule: "--live alone"),
    BuiltInOption(
      "trace", value: "", verbs: [.run], help: "all that has a name on one axis of time", rule: "--trace alone"),
    BuiltInOption(
      "trace-json", value: "FILE", verbs: [.run], help: "the same for a viewer of Chrome traces",
      rule: "the name of a file"),
    BuiltInOption(
      "even-errors", value: "", verbs: [.accept],
      help: "also where a flow names a command or a route that does not exist", rule: "--even-errors alone"),
    BuiltInOption(
      "format", value: "FORMAT", verbs: [.graph], help: "dot, mermaid or text", rule: "dot, mermaid or text"),
    BuiltInOption(
      "color", value: "WHEN", isValueOptional: true, verbs: Arguments.Verb.allCases,
      help: "always, never or auto", rule: "always, never or auto"),
  ]

  func misused(_ given: String?) -> UsageError {
    UsageError(description: "--\(name) cannot be '\(Printable.quote(given ?? ""))'; write \(rule)")
  }
}
