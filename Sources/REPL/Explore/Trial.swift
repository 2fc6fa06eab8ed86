/// Lines that are typed into a fresh session: a flow in one of the ways in which it could go. What an exploration chooses is a line
/// like any other, `:delay` or `:fail`, so that a flow can say it, too.
struct Trial: Codable, Hashable, Sendable {
  struct Line: Codable, Hashable, Sendable {
    var text: String
    /// Its number in the flow that it comes from.
    var number: Int?
    /// Whether the exploration chose it, and not the flow.
    var isChoice = false

    static let settling = choice(":advance 2m")

    static func choice(_ text: String) -> Line { Line(text: text, isChoice: true) }

    var command: MetaCommand? {
      let line = TypedLine.unindented(text)
      return line.hasPrefix(":") ? try? MetaCommand.parse(line) : nil
    }
    /// Whether it is typed into the app, and not said to the session.
    var isTyped: Bool { !TypedLine.unindented(text).hasPrefix(":") }
    /// The name of the command that it types.
    var name: String { TypedLine(text).name }
  }
  var lines: [Line]
  /// The data files of the flow.
  var files: [String: String] = [:]

  /// What the flow and its folder promise from the start, as lines.
  var promises: [String] = []

  init(_ lines: [Line], files: [String: String] = [:], promises: [String] = []) {
    self.lines = lines
    self.files = files
    self.promises = promises
  }

  /// A flow as it is, up to the line that ends it or takes lines back.
  init(_ flow: Flow) {
    let steps = flow.steps.prefix { step in
      switch Line(text: step.command).command {
      case .quit, .back, .save: false
      default: true
      }
    }
    self.init(
      steps.map { Line(text: $0.command, number: $0.line) }, files: flow.files, promises: flow.promises.map(\.text))
  }

  /// The same with other lines.
  func with(_ lines: some Sequence<Line>) -> Trial { Trial(Array(lines), files: files, promises: promises) }

  /// The same with time going on at its end until all is done that an app waits for. A timer that ticks is never done.
  var settled: Trial { with(lines + [.settling]) }

  /// The trial as a flow.
  ///
  /// - Parameters:
  ///   - comments: what it shows, a line each.
  ///   - prompts: the screens in front of the first lines; behind them any screen will do.
  ///   - outputs: what lines have to print, by their indices.
  func text(_ comments: [String], prompts: [String] = [], outputs: [Int: [String]] = [:]) -> String {
    var text = comments.map { "# \($0)\n" }.joined() + "> :promises\n"
    // Of what is promised elsewhere, only what this is about.
    for promise in promises where comments.contains(where: { $0.contains(promise) }) { text += "> \(promise)\n" }
    for (index, line) in lines.enumerated() {
      text += "\(index < prompts.count ? prompts[index] : "")> \(line.text)\n"
      text += (outputs[index] ?? []).map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
    }
    for (name, contents) in files.sorted(by: { $0.key < $1.key }) { text += "\n-- \(name) --\n\(contents)" }
    return text
  }
}
