import PlainText

/// An option that every app has.
struct BuiltInOption: Equatable {
  let written: OptionWords.Option
  let verbs: [Arguments.Verb]
  /// The rule for its value; empty if any value is right.
  let rule: String

  private init(
    _ name: String, value: String = "", isValueOptional: Bool = false, verbs: [Arguments.Verb], help: String,
    rule: String = "", synonyms: [String] = []
  ) {
    written = OptionWords.Option(
      name, value: value, isValueOptional: isValueOptional, help: help, synonyms: synonyms)
    self.verbs = verbs
    self.rule = rule
  }

  var name: String { written.name }

  /// Whether its value is the file of a report.
  var writesReport: Bool { written.value == "FILE" }

  static let all = [
    BuiltInOption(
      "junit", value: "FILE", verbs: [.run, .explore],
      help: "writes a JUnit report, one case for each phase; - is the standard output"),
    BuiltInOption(
      "html", value: "FILE", verbs: [.run, .accept, .diff, .explore],
      help: "writes one page for people: sessions, time lines, coverage, differences"),
    BuiltInOption(
      "svg", value: "FILE", isValueOptional: true, verbs: [.draw],
      help: "writes the picture into FILE; --svg alone prints it"),
    BuiltInOption("animated", verbs: [.draw], help: "animates the picture"),
    BuiltInOption(
      "timeout", value: "DUR", verbs: [.run, .accept, .graph, .draw, .explore, .diff],
      help: "stops a flow or a screen that makes no progress for this time; 60s by default",
      rule: "a time above zero, such as 30s"),
    BuiltInOption(
      "jobs", value: "N", verbs: [.run, .explore],
      help: "runs N flows, or parts of an exploration, at a time, each in its own process",
      rule: "a number from 1 to 1000"),
    BuiltInOption("orders", verbs: [.explore], help: "explores other orders of answers"),
    BuiltInOption("faults", verbs: [.explore], help: "explores calls that fail, answer late or never answer"),
    BuiltInOption(
      "detours", verbs: [.explore], help: "explores what is done and taken back, and must leave no trace"),
    BuiltInOption("walk", verbs: [.explore], help: "explores random sessions; all four kinds by default"),
    BuiltInOption(
      "runs", value: "N", verbs: [.explore], help: "tries N variations, however long that takes",
      rule: "a number above zero"),
    BuiltInOption(
      "seed", value: "N", verbs: [.explore],
      help: "chooses the random sessions; the same seed and --runs give the same findings",
      rule: "a number that is not negative"),
    BuiltInOption(
      "minutes", value: "M", verbs: [.explore],
      help: "explores for M minutes; one minute if neither this nor --runs is given",
      rule: "a number above zero, up to 10000", synonyms: ["time"]),
    BuiltInOption(
      "shard", value: "I/N", verbs: [.run, .explore],
      help: "runs or explores part I of N; the variables of CI engines choose it, too",
      rule: "a part, such as 1/4"),
    BuiltInOption(
      "merge", verbs: [.explore],
      help: "joins the findings in the folders of several machines, one for each cause, and runs them"),
    BuiltInOption(
      "corpus", value: "DIR", verbs: [.explore],
      help: "reads earlier findings and sessions worth keeping from DIR, and writes new ones there, in place of found"),
    BuiltInOption(
      "coverage", value: "N", isValueOptional: true, verbs: [.run],
      help: "lists the parts of the app that no flow reached; fails below N percent", rule: "a number from 0 to 100"),
    BuiltInOption("live", verbs: [.run, .accept, .draw], help: "lets calls without a stub do their real work"),
    BuiltInOption("watch", verbs: [.run], help: "runs flows again that change, and all flows when the program changes"),
    BuiltInOption("trace", verbs: [.run], help: "prints the time line of each flow"),
    BuiltInOption(
      "trace-json", value: "FILE", verbs: [.run], help: "writes the time lines for a viewer of Chrome traces"),
    BuiltInOption("even-errors", verbs: [.accept], help: "also accepts commands, routes and events that do not exist"),
    BuiltInOption(
      "format", value: "FORMAT", verbs: [.graph], help: "dot, mermaid or text", rule: "dot, mermaid or text"),
    BuiltInOption(
      "color", value: "WHEN", isValueOptional: true, verbs: Arguments.Verb.allCases,
      help: "always, never or auto", rule: "always, never or auto"),
  ]

  /// The value that `read` finds in the given text; throws the rule if it finds none.
  func value<Value>(_ given: String?, _ read: (String) -> Value?) throws(UsageError) -> Value {
    if let value = given.flatMap(read) { return value }
    throw UsageError(description: "--\(name) cannot be '\(Printable.quote(given ?? ""))'; write \(rule)")
  }

  func number<Number: Comparable & LosslessStringConvertible>(
    _ given: String?, in range: ClosedRange<Number>
  ) throws(UsageError) -> Number {
    try value(given) { text in Number(text).flatMap { range ~= $0 ? $0 : nil } }
  }
}
