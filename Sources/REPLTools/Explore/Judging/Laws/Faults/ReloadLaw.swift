import REPL

/// A live call fails, and is made again later.
struct ReloadLaw: Law {
  let name = "reload", part: String? = ":fail"

  /// They are compared from the first line on at which both make the failed call again.
  func difference(in pair: Comparison) async -> Difference? {
    let changed = pair.changed, usual = pair.usual
    let again = changed.steps.indices.dropFirst(pair.lastAdded + 2).first { index in
      let names = changed.calls[changed.steps[pair.lastAdded + 1].calls].filter(\.hasFailed).map(\.name)
      return [changed.calls[changed.steps[index].calls], usual.calls[usual.steps[pair.usualIndex(of: index)].calls]]
        .allSatisfy { $0.contains { names.contains($0.name) } }
    }
    guard let again else { return nil }
    return pair.difference(from: again) { "After a failure that was made good ('\(pair.addedLines[0].text)'), \($1)" }
  }
}
