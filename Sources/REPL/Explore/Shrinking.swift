/// Makes a trial smaller that shows a mistake: fewest lines, then the simplest arguments, and nothing chosen that is not needed.
@MainActor struct Shrinking {
  /// How often a smaller trial is played before it is left at that.
  private static let attempts = 400

  private let isStill: @MainActor (Trial) async -> Bool
  private var left = Self.attempts

  /// - Parameter isStill: whether a trial shows the same mistake.
  init(_ isStill: @escaping @MainActor (Trial) async -> Bool) { self.isStill = isStill }

  /// The smallest trial that was found.
  ///
  /// - Parameter kept: how many lines at the end stay.
  mutating func shrunk(_ trial: Trial, keeping kept: Int) async -> Trial {
    var trial = trial, count = -1
    // Again, for what is simpler may need fewer lines.
    while count != trial.lines.count, left > 0 {
      count = trial.lines.count
      trial = await fewer(trial, keeping: kept)
    }
    return await simpler(trial)
  }

  /// Takes out as many lines at a time as it can, halves first.
  private mutating func fewer(_ trial: Trial, keeping kept: Int) async -> Trial {
    var trial = trial, size = max((trial.lines.count - kept) / 2, 1)
    while true {
      var index = trial.lines.count - kept - size
      while index > -size, left > 0 {
        let start = max(index, 0), end = min(index + size, trial.lines.count - kept)
        var lines = trial.lines
        if start < end {
          lines.removeSubrange(start..<end)
          if await holds(trial.with(lines)) { trial = trial.with(lines) }
        }
        index -= size
      }
      if size == 1 || left == 0 { return trial }
      size /= 2
    }
  }

  /// Types shorter arguments, lets less time pass.
  private mutating func simpler(_ trial: Trial) async -> Trial {
    var trial = trial
    for index in trial.lines.indices {
      for text in Self.simpler(trial.lines[index]) where left > 0 {
        var lines = trial.lines
        lines[index].text = text
        if await holds(trial.with(lines)) {
          trial = trial.with(lines)
          break
        }
      }
    }
    return trial
  }

  private mutating func holds(_ trial: Trial) async -> Bool {
    left -= 1
    return await isStill(trial)
  }

  /// What a line could be instead, the simplest first.
  private static func simpler(_ line: Trial.Line) -> [String] {
    let typed = TypedLine(line.text)
    if line.isTyped, !typed.argument.isEmpty {
      return ["1", "a"].filter { $0.count < typed.argument.count }.map { "\(typed.name) \($0)" }
    }
    if case .advance(let duration) = line.command, duration > .seconds(1) { return [":advance 1s"] }
    return []
  }
}

extension Judge {
  /// The same mistake in the smallest trial.
  func shrunk(
    _ verdict: Verdict, _ question: Question, _ trial: Trial, _ progress: @escaping LineProgress
  ) async -> Verdict {
    // An order may break a promise, too.
    let question = verdict.key.hasPrefix("promise") ? .promises : question
    let start = question == .promises ? verdict.trial : trial, key = verdict.key
    var shrinking = Shrinking { trial in
      progress(nil)
      return await self.verdict(question, of: trial)?.key == key
    }
    let kept =
      switch question {
      case .silence, .loss, .afterwards: 2
      default: 0
      }
    let small = await shrinking.shrunk(start, keeping: kept)
    return await self.verdict(question, of: small) ?? verdict
  }
}
