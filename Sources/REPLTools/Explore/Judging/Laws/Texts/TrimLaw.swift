import REPL

/// A password is typed with a blank before it, where another one has another effect.
struct TrimLaw: Law {
  let name = "trim", part: String? = nil

  static func blank(_ line: Trial.Line) -> Trial.Line { beginning(line, with: " ") }

  /// The same password with another beginning.
  private static func beginning(_ line: Trial.Line, with start: String) -> Trial.Line {
    .choice("\(line.name) \(start)\(TypedLine(line.text).argument.drop { $0 == " " })")
  }

  private func beginning(_ trial: Trial, with start: String) -> Trial {
    trial.with(trial.lines.map { has($0) ? Self.beginning($0, with: start) : $0 })
  }

  func usual(_ trial: Trial) -> Trial { beginning(trial, with: "") }

  func difference(in pair: Comparison) async -> Difference? {
    let other = await pair.player.play(beginning(pair.trial, with: "x"), seesScreens: true)
    guard other.steps.count == pair.changed.steps.count, !other.isUnanswered,
      let index = pair.firstUnlike(from: pair.lastAdded + 1, in: other), pair.changed.steps[index].line.isTyped,
      pair.firstUnlike(from: 0) ?? .max > index
    else { return nil }
    return pair.another(at: index) {
      "\($0) takes the '\(pair.addedLines[0].name)' with a blank before it for the one without"
    }
  }
}
