import REPL

/// The flow is played in a time zone far away, at the same time of day there.
struct ZoneLaw: Law {
  let name = "zone", part: String? = ":zone"

  func difference(in pair: Comparison) async -> Difference? {
    // A smaller trial may not set the clock. A screen that looks otherwise when it is shown first shows times of others.
    let steps = pair.changed.steps
    guard let open = steps.firstIndex(where: \.line.opens), steps[..<open].contains(where: { $0.line.clock != nil }),
      let index = pair.firstUnlike(from: open),
      (open..<index).contains(where: { line in
        !steps[line].isBusy && pair.changed.prompt(behind: line) == pair.changed.prompt(behind: index)
      }),
      !steps[index].screen.contains(where: { $0.contains(/GMT|UTC|[+-]\d\d:?\d\d/) })
    else { return nil }
    return pair.another(at: index) { "After '\(pair.command)', \($0) has another effect" }
  }
}
