import REPL

/// The lines that have added a row are typed again, and add none. So the row should stand for one thing, and a command remove it.
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
    let end = pair.usualIndex(of: pair.lastAdded), usual = pair.usual.steps[end]
    guard pair.after.screen == pair.before.screen, pair.after.response.isEmpty, !usual.isRefused,
      pair.usual.prompt(behind: end) == pair.changed.prompt(behind: pair.lastAdded),
      usual.rows.count < pair.before.rows.count, await showsOthers(pair)
    else { return nil }
    return pair.another(at: pair.lastAdded, isInOutput: true) { "\($0) shows nothing, as if its row were there twice" }
  }

  /// Whether another text adds a row: the list may have room for some only.
  private func showsOthers(_ pair: Comparison) async -> Bool {
    var lines = pair.trial.lines[..<pair.lastAdded]
    for index in pair.firstAdded..<pair.lastAdded where TextTrials.isPlain(TypedLine(lines[index].text).argument) {
      lines[index].text += SpellingLaw.letters
    }
    let steps = await pair.player.play(pair.trial.with(lines), seesScreens: true).steps
    return steps.last?.rows != pair.before.rows
  }
}
