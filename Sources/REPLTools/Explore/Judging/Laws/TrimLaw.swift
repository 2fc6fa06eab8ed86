import REPL

/// A secret is typed with a blank before it, where another one has another effect.
struct TrimLaw: Law {
  let name = "trim", part: String? = nil

  static func blank(_ line: Trial.Line) -> Trial.Line { .choice("\(line.name)  \(TypedLine(line.text).argument)") }

  /// The secret with another beginning.
  private func changed(_ trial: Trial, to start: String) -> Trial {
    trial.with(
      trial.lines.map { line in
        has(line) ? .choice("\(line.name) \(start)\(TypedLine(line.text).argument.drop { $0 == " " })") : line
      })
  }

  func usual(_ trial: Trial) -> Trial { changed(trial, to: "") }

  func difference(in pair: Comparison) async -> Difference? {
    var other = pair
    other.changed = await pair.player.play(changed(pair.trial, to: "x"), seesScreens: true)
    guard other.changed.steps.count == pair.changed.steps.count, !other.changed.isUnanswered,
      let index = other.firstUnlike(from: pair.lastAdded + 1), pair.firstUnlike(from: 0) ?? .max > index
    else { return nil }
    let line = pair.changed.steps[index].line.text, typed = pair.addedLines[0]
    return Difference(
      index: index, expectation: .another,
      title: "'\(line)' takes the secret of '\(typed.name)' with a blank before it for the one without")
  }
}
