import Foundation
import PlainText
import REPL

/// The request of a command line.
struct Arguments: Equatable {
  enum Verb: String, CaseIterable { case session, run, accept, graph, draw, explore, diff, help }
  enum Color: String { case auto, always, never }

  var verb = Verb.session
  var paths: [String] = []
  /// The two compared programs, the old one first.
  var builds: [String] = []
  /// The app's own options, by name.
  var options: [String: String] = [:]
  var color = Color.auto
  /// The paths of reports for machines, `-` for the standard output.
  var junit: String?
  var html: String?
  /// The path of a picture of a session.
  var svg = "-"
  var isAnimated = false
  var jobs = 1
  /// The longest time without progress.
  var timeout = Duration.seconds(60)
  var shard: Shard?
  var coverage: Coverage?
  /// Whether the verb needs the commands of all screens, so that each is opened.
  var needsCommands: Bool {
    switch verb {
    case .session, .graph: true
    case .run, .explore: coverage != nil || html != nil
    default: false
    }
  }
  /// Whether flows run again when they change.
  var isWatching = false
  var showsTrace = false
  /// Whether the calls of flows do their real work.
  var isLive = false
  var traceJSON: String?
  var format = AppGraph.Format.text
  /// Whether a flow with unknown names is accepted.
  var acceptsErrors = false
  var exploration = ExplorationSettings()
  /// Whether the findings of several explorations are joined.
  var isMerging = false

  /// The request for coverage: shown, with an optional minimum in percent.
  struct Coverage: Equatable { var minimum: Double? }

  init() {}

  /// Reads the arguments; throws the error of the first invalid one.
  init(_ arguments: [String], options known: [ConsoleOption]) throws(UsageError) {
    let given = try OptionWords(arguments, known: known.map(\.written) + BuiltInOption.all.map(\.written))
    if given.asksForHelp {
      verb = .help
      return
    }
    try take(given.words)
    let kinds = ExplorationKind.allCases.filter { kind in given.options.contains { $0.name == kind.rawValue } }
    if !kinds.isEmpty { exploration.kinds = kinds }
    for option in given.options {
      if known.contains(where: { $0.name == option.name }) {
        options[option.name] = option.value ?? ""
      } else if let builtIn = BuiltInOption.all.first(where: { $0.name == option.name }) {
        guard builtIn.verbs.contains(verb) else {
          throw UsageError(description: "--\(option.name) is for \(Self.list(builtIn.verbs.map(\.rawValue)))")
        }
        try set(builtIn, option.value)
      }
    }
    try expectMerging(given.options.map(\.name))
    try expectReports(given.options)
    try expectValues(arguments, known)
    if !given.words.isEmpty { try expectPaths() }
  }

  /// Prints `run, accept and graph`.
  private static func list(_ names: [String]) -> String {
    let head = names.dropLast().joined(separator: ", ")
    return [head, names.last ?? ""].filter { !$0.isEmpty }.joined(separator: " and ")
  }

  private mutating func take(_ words: [String]) throws(UsageError) {
    guard let word = words.first else { return }
    paths = Array(words.dropFirst())
    let verbs: [Verb] = [.run, .accept, .graph, .draw, .explore, .diff]
    guard let verb = verbs.first(where: { $0.rawValue == word }) else {
      let near = NearMiss.nearest(to: word, in: verbs.map(\.rawValue)).map { "; did you mean \($0)?" }
      throw UsageError(description: "there is no command '\(word)'\(near ?? "")")
    }
    self.verb = verb
  }

  /// Checked after the options, one of which may have taken the only path as its value.
  private mutating func expectPaths() throws(UsageError) {
    if verb == .diff {
      guard paths.count > 2 else {
        throw UsageError(
          description: "diff needs two programs, the old and the new, and the path of a flow or a folder of flows")
      }
      builds = Array(paths.prefix(2))
      paths.removeFirst(2)
    }
    // Flows are optional for `graph`, where they add details of screens; the other verbs need them.
    if verb != .graph, paths.isEmpty {
      throw UsageError(description: "\(verb.rawValue) needs the path of a flow or a folder of flows")
    }
  }

  /// Joining findings explores nothing, and only the joined findings are reported.
  private func expectMerging(_ given: [String]) throws(UsageError) {
    if isMerging, let name = given.first(where: Self.ofExploring.contains) {
      throw UsageError(description: "--merge joins findings and explores nothing; remove --\(name)")
    }
    if verb == .explore, !isMerging, [junit, html].contains("-") {
      throw UsageError(description: "explore prints its findings; write the report into a file")
    }
  }

  private static let ofExploring = ExplorationKind.allCases.map(\.rawValue) + ["runs", "seed", "minutes", "shard"]

  /// A report replaces the file at its path, which must not be a file that is read or belong to another report. This is checked
  /// before the paths, because an option without its value takes the next path.
  private func expectReports(_ given: [OptionWords.Given]) throws(UsageError) {
    lazy var read = Set(FlowFiles.read(paths).map { Self.place($0.path) })
    var names: [String: String] = [:]
    for option in BuiltInOption.all where option.writesReport {
      guard let path = given.last(where: { $0.name == option.name })?.value, options[option.name] == nil else {
        continue
      }
      if isWatching {
        throw UsageError(
          description: "--watch runs some flows only, and writes no reports; remove --\(option.name)")
      }
      let written = Printable.quote(path)
      if path.hasSuffix(".flow") || read.contains(Self.place(path)) {
        let old = path.hasSuffix(".flow") ? "a flow" : "a file that is read"
        throw UsageError(
          description: "--\(option.name) cannot be '\(written)': the report would replace \(old); name another file")
      }
      if let other = names.updateValue(option.name, forKey: Self.place(path)) {
        throw UsageError(
          description: "--\(other) and --\(option.name) cannot both be '\(written)'; name another file for one of them")
      }
    }
  }

  /// An optional value stands behind `=`, so the next word is a path. If there is no such file, but another path, the word may
  /// have been meant as the value.
  private func expectValues(_ arguments: [String], _ known: [ConsoleOption]) throws(UsageError) {
    for (written, word) in zip(arguments, arguments.dropFirst()) where paths.count > 1 && paths.contains(word) {
      guard !FileManager.default.fileExists(atPath: word), !word.hasSuffix(".flow"),
        !known.contains(where: { written == "--\($0.name)" }),
        let option = BuiltInOption.all.first(where: { written == "--\($0.name)" && $0.written.isValueOptional })
      else { continue }
      var other = self
      guard (try? other.set(option, word)) != nil else { continue }
      let form = "\(written)=\(ShellWord.quoted(word))"
      throw UsageError(
        description: Printable.line("there is no file \(word); if it is the value of \(written), write \(form)"))
    }
  }

  /// The identity of a file, which all of its paths and links share; without a file, the path without links.
  private static func place(_ path: String) -> String {
    FileKind.identity(at: path)
      ?? (path == "-" ? path : URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
  }

  private mutating func set(_ option: BuiltInOption, _ value: String?) throws(UsageError) {
    switch option.name {
    case "junit": junit = value
    case "trace-json": traceJSON = value
    case "html": html = value
    case "svg": svg = value ?? "-"
    case "animated": isAnimated = true
    case "trace": showsTrace = true
    case "live": isLive = true
    case "watch": isWatching = true
    case "merge": isMerging = true
    case "corpus":
      if let value { (exploration.folder, exploration.isCorpus) = (URL(fileURLWithPath: value), true) }
    case "orders", "faults", "detours", "walk": break
    case "runs": exploration.runs = try option.number(value, in: 1...Int.max)
    case "seed": exploration.seed = try option.number(value, in: 0...UInt64.max)
    case "minutes": exploration.minutes = try option.number(value, in: Double.leastNonzeroMagnitude...10_000)
    case "even-errors": acceptsErrors = true
    case "format": format = try option.value(value, AppGraph.Format.init)
    case "color": color = try option.value(value ?? "always", Color.init)
    case "timeout":
      timeout = try option.value(value) { text in DurationText.parse(text).flatMap { $0 > .zero ? $0 : nil } }
    case "jobs": jobs = try option.number(value, in: 1...1000)
    case "shard": shard = try option.value(value, Shard.init)
    default: coverage = Coverage(minimum: value == nil ? nil : try option.number(value, in: 0...100))
    }
  }
}
