import REPL

/// A call fails after something else was typed into a field.
struct InputLaw: Law {
  let name = "input", part: String? = ":fail"

  /// The call never answers.
  func usual(_ trial: Trial) -> Trial {
    trial.with(
      trial.lines.map { line in
        if case .fail(let name, _, _, _) = line.command, has(line) { .choice(":delay \(name) forever") } else { line }
      })
  }

  func difference(in pair: Comparison) async -> Difference? {
    let changed = pair.changed.steps[pair.end], usual = pair.usual.steps[pair.end]
    let typed = pair.changed.steps[pair.end - 1].line
    guard [pair.changed, pair.usual].allSatisfy({ !$0.steps[pair.end - 1].isRefused }), changed.prompt == usual.prompt,
      let lost = usual.inputs.first(where: { $0.hasPrefix("\(typed.name): ") && !changed.inputs.contains($0) })
    else { return nil }
    let call = source(of: pair).last ?? "a call"
    return Difference(
      index: pair.end, expectation: .another,
      title: "Text that is typed before \(call) fails is lost then: '\(lost)'")
  }

  func source(of pair: Comparison) -> [String] { pair.changed.calls.filter(\.hasFailed).map(\.name) }
}
