import REPL

/// The lines that have added a row are typed again, and add none. So the row stands for one thing, and a command removes it.
struct AdditionLaw: Law {
  let name = "addition", part: String? = nil

  /// Without the lines that are typed again; the last added line removes the row.
  func usual(_ trial: Trial) -> Trial {
    let last = trial.lines.lastIndex(where: has)
    return trial.with(trial.lines.indices.filter { !has(trial.lines[$0]) || $0 == last }.map { trial.lines[$0] })
  }

  func source(of pair: Comparison) -> [String] { pair.addedLines.dropLast().map(\.name) }

  func difference(in pair: Comparison) async -> Difference? {
    guard pair.firstAdded > 0, pair.firstAdded < pair.lastAdded, pair.isAccepted, pair.isOver,
      pair.changed.steps[pair.lastAdded - 1].screen == pair.before.screen
    else { return nil }
    let usual = pair.usual.steps[pair.usualIndex(of: pair.lastAdded)]
    guard pair.after.screen == pair.before.screen, pair.after.response.isEmpty,
      usual.prompt == pair.after.prompt, !usual.isRefused, usual.rows.count < pair.before.rows.count
    else { return nil }
    return pair.another(at: pair.lastAdded, isInOutput: true) { "\($0) shows nothing, as if its row were there twice" }
  }
}
