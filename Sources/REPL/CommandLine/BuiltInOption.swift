/// An option that every app has.
struct BuiltInOption: Equatable {
  let name: String
  /// What stands for its value, and whether it may be left out; empty for an option without one.
  let value: String
  var isValueOptional = false
  let verbs: [Arguments.Verb]
  let help: String
  /// What a value has to be.
  let rule: String

  static let all = [
    BuiltInOption(
      name: "tap", value: "FILE", verbs: [.run], help: "a TAP report, one case a phase; - is the standard output",
      rule: "the name of a file"),
    BuiltInOption(
      name: "junit", value: "FILE", verbs: [.run], help: "a JUnit report, one case a phase", rule: "the name of a file"),
    BuiltInOption(
      name: "jobs", value: "N", verbs: [.run], help: "how many flows run at a time, each in a process of its own",
      rule: "a number from 1 to 1000"),
    BuiltInOption(
      name: "shard", value: "I/N", verbs: [.run], help: "only the I-th of N parts; a CI engine's variables do the same",
      rule: "such as 1/4"),
    BuiltInOption(
      name: "coverage", value: "N", isValueOptional: true, verbs: [.run],
      help: "what no flow reached; fails below N percent", rule: "a number from 0 to 100"),
    BuiltInOption(
      name: "trace", value: "", verbs: [.run], help: "all that has a name on one axis of time", rule: "--trace alone"),
    BuiltInOption(
      name: "trace-json", value: "FILE", verbs: [.run], help: "the same for a viewer of Chrome traces",
      rule: "the name of a file"),
    BuiltInOption(
      name: "format", value: "FORMAT", verbs: [.graph], help: "dot, mermaid or text", rule: "dot, mermaid or text"),
    BuiltInOption(
      name: "color", value: "WHEN", isValueOptional: true, verbs: Arguments.Verb.allCases,
      help: "always, never or auto", rule: "always, never or auto"),
  ]

  /// `--jobs N`.
  var usage: String { value.isEmpty ? "--\(name)" : isValueOptional ? "--\(name)[=\(value)]" : "--\(name) \(value)" }

  var words: OptionWords.Option {
    OptionWords.Option(name, value.isEmpty ? .none : isValueOptional ? .optional : .required, usage: usage)
  }

  func misused(_ given: String?) -> UsageError {
    UsageError(description: "--\(name) cannot be '\(Printable.quote(given ?? ""))'; write \(rule)")
  }
}
