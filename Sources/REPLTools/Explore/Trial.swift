import REPL

/// Lines typed into a fresh session: one variation of a flow. The changes of an exploration are ordinary lines, such as
/// `:delay` or `:fail`, so that a flow can contain them, too.
struct Trial: Codable, Hashable, Sendable {
  /// The failure text for any call.
  static let anyFailure = "it failed"

  struct Line: Codable, Hashable, Sendable {
    var text: String
    /// The number of the line in its flow.
    var number: Int?
    /// Whether the exploration added it.
    var isChoice = false
    /// Whether a `:restart` only closes the screens, and does not kill the app.
    var isInPlace = false

    static let settling = choice(":advance 2m")
    /// Closes the screens; unlike `:restart` in a flow, it does not kill the app.
    static let closing = Line(text: ":restart", isChoice: true, isInPlace: true)

    static func choice(_ text: String) -> Line { Line(text: text, isChoice: true) }
    static func delay(_ call: String, _ time: String) -> Line { choice(":delay \(call) \(time)") }
    static func fail(_ call: String, with text: String = anyFailure) -> Line {
      choice(":fail \(call) with \"\(text)\"")
    }

    var command: MetaCommand? { MetaCommand(in: text) }
    /// Whether the line lets time pass, or sets the clock or the time zone.
    var passesTime: Bool {
      switch command {
      case .advance, .now, .zone, .run, .wait: true
      default: false
      }
    }
    /// The date to which the line sets the clock.
    var clock: String? { if case .now(let date) = command { date } else { nil } }
    /// Whether the line follows a link.
    var opens: Bool { if case .open = command { true } else { false } }
    /// Whether the line goes to the app, and not to the session.
    var isTyped: Bool { !TypedLine.unindented(text).hasPrefix(":") }
    /// The name of its command.
    var name: String { TypedLine(text).name }

    /// The same `:delay` with another time.
    func delayed(_ time: String) -> Line { .delay(TypedLine(TypedLine(text).argument).name, time) }
  }

  /// A line that opens a screen above another, and one that closes it, with a line between them for a visit.
  struct Trip: Hashable {
    let there: Line
    var visit: Line?
    let back: Line

    var lines: [Line] { [there, visit, back].compactMap(\.self) }
  }

  var lines: [Line]
  /// The data files of the flow.
  var files: [String: String] = [:]
  /// Whether they, or answers, are not those of the flow, so that the app may refuse to begin.
  var hasOtherData = false
  /// The promises of the flow and its folder at the start, as lines.
  var promises: [String] = []
  /// The promises that screens can be left, as lines.
  var waysOut: [String] = []

  init(_ lines: [Line]) { self.lines = lines }

  /// A flow unchanged, up to the line that ends it or undoes lines.
  init(_ flow: Flow) {
    let steps = flow.steps.prefix { step in
      switch Line(text: step.command).command {
      case .quit, .back, .save: false
      default: true
      }
    }
    lines = steps.map { Line(text: $0.command, number: $0.line) }
    (files, promises) = (flow.files, flow.promises.map(\.text))
  }

  /// The same trial with other lines.
  func with(_ lines: some Sequence<Line>) -> Trial {
    var trial = self
    trial.lines = Array(lines)
    return trial
  }

  /// The same trial with a change of its answers and data files.
  func withData(_ change: (String) -> String) -> Trial {
    var trial = self
    for (index, line) in lines.enumerated() {
      if case .stub(_, .json(let json), _, _, _) = line.command {
        trial.lines[index].text = line.text.replacing(json, with: change(json))
      }
    }
    trial.files = files.mapValues(change)
    trial.hasOtherData = true
    return trial
  }

  /// The same trial, and at its end time passes until the app is done waiting. A ticking timer is never done.
  var settled: Trial { with(lines + [.settling]) }

  /// The trial as a flow.
  ///
  /// - Parameters:
  ///   - title: the title of the finding, which names the broken promise; nil for a flow with all promises.
  ///   - prompts: the required screens of the first lines; later lines may be typed on any screen.
  ///   - outputs: the required output of lines, by their indices.
  func text(breaking title: String?, prompts: [String] = [], outputs: [Int: [String]] = [:]) -> String {
    // A way that was kept has the line already.
    var text = lines.first?.text == ":promises" ? "" : "> :promises\n"
    // Of the promises that its own lines do not state, only the broken one is written.
    for promise in promises where title?.contains(promise) != false { text += "> \(promise)\n" }
    for promise in waysOut where title?.contains(promise) == true { text += "> \(promise)\n" }
    for (index, line) in lines.enumerated() {
      text += "\(index < prompts.count ? prompts[index] : "")> \(line.text)\n"
      text += (outputs[index] ?? []).map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
    }
    for (name, contents) in files.sorted(by: { $0.key < $1.key }) { text += "\n-- \(name) --\n\(contents)" }
    return text
  }
}
