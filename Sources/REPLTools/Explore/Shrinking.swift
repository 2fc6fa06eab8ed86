import REPL

/// Shrinks a trial that shows a mistake: fewest lines first, then the simplest arguments, without unneeded changes.
@MainActor struct Shrinking {
  /// The maximum number of smaller trials to play.
  private static let attempts = 1_000

  private let isStill: @MainActor (Trial) async -> Bool
  private var left = Self.attempts

  /// - Parameter isStill: whether a trial shows the same mistake.
  init(_ isStill: @escaping @MainActor (Trial) async -> Bool) { self.isStill = isStill }

  /// The smallest trial found.
  ///
  /// - Parameter kept: the number of lines at the end that stay.
  mutating func shrunk(_ trial: Trial, keeping kept: Int) async -> Trial {
    var trial = trial, before: Trial?
    // Repeats, because simpler lines may need fewer other lines.
    while trial != before, left > 0 {
      before = trial
      trial = await simpler(await fewer(trial, keeping: kept))
      for count in 2...3 where trial == before {
        trial = await without(count, of: trial, before: trial.lines.count - kept) ?? trial
      }
    }
    return trial
  }

  /// Removes this many lines before `end` that are needed only together, such as a failure and its command; nil if all are needed.
  private mutating func without(_ count: Int, of trial: Trial, before end: Int) async -> Trial? {
    if count == 0 { return await first([trial]) }
    for index in stride(from: end - 1, through: 0, by: -1) where left > 0 {
      var lines = trial.lines
      lines.remove(at: index)
      if let rest = await without(count - 1, of: trial.with(lines), before: index) { return rest }
    }
    return nil
  }

  /// Removes as many lines at a time as possible, halves first.
  private mutating func fewer(_ trial: Trial, keeping kept: Int) async -> Trial {
    var trial = trial, size = max((trial.lines.count - kept) / 2, 1)
    while true {
      var index = trial.lines.count - kept - size
      while index > -size, left > 0 {
        let start = max(index, 0), end = min(index + size, trial.lines.count - kept)
        var lines = trial.lines
        if start < end {
          lines.removeSubrange(start..<end)
          trial = await first([trial.with(lines), trial.with(Self.renumbered(lines, from: start))]) ?? trial
        }
        index -= size
      }
      if size == 1 || left == 0 { return trial }
      size = size > 4 ? size / 2 : size - 1
    }
  }

  /// Lowers row numbers by one from a line on, since a removed line may have added a row.
  private static func renumbered(_ lines: [Trial.Line], from start: Int) -> [Trial.Line] {
    var lines = lines
    for index in lines.indices[start...] where lines[index].isTyped {
      let typed = TypedLine(lines[index].text)
      if let row = Int(typed.argument), row > 1 { lines[index].text = "\(typed.name) \(row - 1)" }
    }
    return lines
  }

  /// Shortens arguments, and advances the time less.
  private mutating func simpler(_ trial: Trial) async -> Trial {
    var trial = trial
    for index in trial.lines.indices {
      let trials = Self.simpler(trial.lines[index]).map { text in
        var simpler = trial
        simpler.lines[index].text = text
        return simpler
      }
      trial = await first(trials) ?? trial
    }
    return trial
  }

  /// The first trial that shows the mistake.
  private mutating func first(_ trials: [Trial]) async -> Trial? {
    for trial in trials where left > 0 {
      left -= 1
      if await isStill(trial) { return trial }
    }
    return nil
  }

  /// The simpler forms of a line, the simplest first.
  private static func simpler(_ line: Trial.Line) -> [String] {
    let typed = TypedLine(line.text)
    if line.isTyped, !typed.argument.isEmpty {
      return ["1", "a"].filter { $0.count < typed.argument.count }.map { "\(typed.name) \($0)" }
    }
    if case .advance(let duration) = line.command, duration > .seconds(1) { return [":advance 1s"] }
    return []
  }
}

extension TrialPlayer {
  /// The same problem in the smallest trial.
  func shrunk(
    _ verdict: Verdict, _ question: Question, _ trial: Trial, _ progress: @escaping LineProgress
  ) async -> Verdict {
    let question = verdict.isPromise ? .promises : question, start = verdict.isPromise ? verdict.trial : trial
    func same(_ trial: Trial) async -> Verdict? {
      await self.verdicts(question, of: trial).first { $0.cause.isPart(of: verdict.cause) }
    }
    var shrinking = Shrinking { trial in
      progress(nil)
      return await same(trial) != nil
    }
    // Keeps the lines that set a failure, and those that make the call.
    let kept =
      switch question {
      case .fault: 2
      case .secondFault: 4
      default: 0
      }
    return await same(await shrinking.shrunk(start, keeping: kept)) ?? verdict
  }
}
