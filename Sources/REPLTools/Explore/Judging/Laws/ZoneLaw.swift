import REPL

/// The flow is played in a time zone far away, at the same time of day there.
struct ZoneLaw: Law {
  let name = "zone", part: String? = ":zone"

  func difference(in pair: Comparison) async -> Difference? {
    // A screen that opens with another look shows times of others.
    guard let open = pair.changed.steps.firstIndex(where: \.line.opens),
      let index = pair.firstUnlike(from: open), index > open
    else { return nil }
    let line = pair.changed.steps[index].line.text
    return Difference(
      index: index, expectation: .another, title: "After '\(pair.command)', '\(line)' has another effect")
  }
}
