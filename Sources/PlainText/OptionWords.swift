/// The words of a command line: its options, as `--name VALUE` or `--name=VALUE`, and the words between them.
package struct OptionWords: Equatable {
  /// An option that the command line may contain.
  package struct Option: Equatable {
    /// The name without the dashes.
    package let name: String
    /// The name of its value in the help; empty for an option without a value.
    package let value: String
    package let isValueOptional: Bool
    package let help: String
    /// Other names that a user may try, which the error names with it.
    package let synonyms: [String]

    package init(
      _ name: String, value: String = "", isValueOptional: Bool = false, help: String = "", synonyms: [String] = []
    ) {
      self.name = name
      self.value = value
      self.isValueOptional = isValueOptional
      self.help = help
      self.synonyms = synonyms
    }

    /// The usage: `--jobs N`.
    package var usage: String {
      value.isEmpty ? "--\(name)" : isValueOptional ? "--\(name)[=\(value)]" : "--\(name) \(value)"
    }
  }
  /// An option that the command line contains.
  package struct Given: Equatable {
    package let name: String
    package let value: String?
  }
  /// The options in the order of the command line.
  package private(set) var options: [Given] = []
  /// The words that are not options.
  package private(set) var words: [String] = []
  /// Whether the command line asks for help; then it ignores all other words.
  package private(set) var asksForHelp = false

  /// Reads the arguments; throws the error of the first invalid one.
  ///
  /// - Parameter known: the known options; the first one of a name counts.
  package init(_ arguments: [String], known: [Option]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument.count > 1 else {
        words.append(argument)
        continue
      }
      if argument == "--help" || argument == "-h" {
        asksForHelp = true
        return
      }
      let parts = argument.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      let name = parts.first ?? ""
      guard argument.hasPrefix("--"), let option = known.first(where: { $0.name == name }) else {
        throw Self.unknown(argument, name, known)
      }
      let value = try Self.value(of: option, parts.dropFirst().first, &rest)
      options.append(Given(name: name, value: value))
    }
  }

  /// The value of an option: the part after `=`, or else the next word.
  private static func value(
    of option: Option, _ own: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String? {
    if option.value.isEmpty {
      guard own == nil else {
        throw UsageError(description: "--\(option.name) takes no value; write --\(option.name) alone")
      }
      return nil
    }
    if option.isValueOptional, own == nil { return nil }
    guard let value = own ?? rest.first.flatMap({ $0.hasPrefix("--") ? nil : $0 }), !value.isEmpty else {
      throw UsageError(description: "--\(option.name) needs a value: \(option.usage)")
    }
    if own == nil { rest.removeFirst() }
    return value
  }

  private static func unknown(_ argument: String, _ name: String, _ known: [Option]) -> UsageError {
    let nearest = NearMiss.nearest(to: name, in: known.map(\.name) + ["help"])
    let meant = known.filter { $0.name == nearest || $0.synonyms.contains(name) }.map(\.name)
    let names = (nearest == "help" ? ["help"] : []) + meant
    let advice = names.isEmpty ? "" : "; did you mean " + names.map { "--\($0)" }.joined(separator: " or ") + "?"
    return UsageError(description: "there is no option \(argument)\(advice)")
  }
}

/// An error in a command line.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}
