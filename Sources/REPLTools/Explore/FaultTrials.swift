import REPL

/// Makes each named call of a flow fail once, with each known failure of the call; never answer; and answer later.
struct FaultTrials {
  /// The failure text for any call.
  static let anyFailure = "it failed"
  /// The maximum number of failure texts for one call.
  private static let maximum = 3

  /// The known failure texts of each call, by its name.
  private let texts: [String: [String]]
  /// The number of trials for each call of each command, in the flows so far.
  private var tried: [String: Int] = [:]

  /// - Parameter texts: the known failure texts of each call, by its name.
  init(texts: [String: [String]]) { self.texts = texts }

  /// The trials of a flow; trials that no earlier flow had come first.
  ///
  /// - Parameter base: the result of the unchanged flow.
  mutating func all(of trial: Trial, _ base: Played) -> [AskedTrial] {
    var all: [(rank: Int, asked: AskedTrial)] = []
    for (index, step) in base.steps.enumerated() {
      var names: Set<String> = []
      // A `:fail` or `:delay` line affects the first call of a name; the other calls follow in other trials.
      for call in base.calls[step.calls] where names.insert(call.name).inserted && call.canFail {
        let before = trial.lines[..<index], after = trial.lines[index...]
        let key = "\(call.name) \(step.prompt) \(step.line.name)", count = tried[key, default: 0]
        // After an earlier failure the screen may already show an error, so only promises are checked.
        let isFirst = !base.calls.prefix(call.number).contains(where: \.hasFailed)
        if isFirst { tried[key] = count + 1 }
        for (rank, text) in ([Self.anyFailure] + (texts[call.name] ?? []).prefix(Self.maximum - 1)).enumerated() {
          let fault = Trial.Line.choice(":fail \(call.name) with \"\(text)\"")
          if isFirst {
            all.append((count + rank, (trial.with(before + [fault] + after.prefix(1)), .fault(of: call.name))))
          }
          all.append((count + rank, (trial.with(before + [fault] + after).settled, .promises)))
        }
        guard call.hasAnswered else { continue }
        let late = DurationText.print(call.duration > .zero ? call.duration : .seconds(1))
        for lateness in ["forever", late] {
          let delay = Trial.Line.choice(":delay \(call.name) \(lateness)")
          all.append((count + 1, (trial.with(before + [delay] + after).settled, .promises)))
        }
      }
    }
    return all.sorted { $0.rank < $1.rank }.map(\.asked)
  }
}
