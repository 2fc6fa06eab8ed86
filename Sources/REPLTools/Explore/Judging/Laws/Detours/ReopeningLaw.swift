import REPL

/// A screen is opened again after the clock or the time zone has changed, and perhaps after a command. It should have looked so
/// before.
struct ReopeningLaw: Law {
  let name = "reopening", part: String? = nil

  func source(of pair: Comparison) -> [String] { pair.addedLines.filter(\.passesTime).map(\.name) }

  func difference(in pair: Comparison) async -> Difference? {
    let opening = pair.changed.steps[..<pair.firstAdded].last(where: \.line.opens)
    guard pair.endsWhereItBegan, pair.isOver, pair.before.isAtRest, pair.keepsInputs,
      opening?.line.text == pair.after.line.text,
      let difference = pair.difference(
        from: pair.lastAdded, title: { _, _ in "The screen is out of date: opened again, it shows something else" }),
      difference.index == pair.lastAdded, await opensAlike(pair)
    else { return nil }
    return Difference(index: pair.lastAdded, expectation: .asChanged, title: difference.title)
  }

  /// Whether the screen is the same when it is closed and opened again without the change, and if the change comes after the command.
  private func opensAlike(_ pair: Comparison) async -> Bool {
    let lines = pair.trial.lines[...pair.lastAdded], end = lines.count - 2
    guard lines[end] == .closing, let change = lines.lastIndex(where: \.passesTime), change > 0 else { return false }
    let rest = lines[(change + 1)..<end], again = lines[end...]
    for late in rest.isEmpty ? [[]] : [[], [lines[change]]] {
      let lines = lines[..<change] + rest + late + again, end = lines.count - 1
      let steps = await pair.player.play(pair.trial.with(lines), seesScreens: true).steps
      guard steps.count > end, steps[end - 2].screen == steps[end].screen else { return false }
    }
    return true
  }
}
