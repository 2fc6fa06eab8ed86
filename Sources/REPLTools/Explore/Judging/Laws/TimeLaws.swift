import Foundation
import REPL

/// The flow is played at another time or place, or the time or place changes.
extension Law {
  /// The flow is played in a time zone far away, at the same time of day there.
  static let zone = Law(name: "zone", part: ":zone") { pair in
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

  /// The time zone changes between two lines, instead of before the first screen.
  static let travel = Law(
    name: "travel", part: ":zone",
    usual: { trial, isPart in
      let rest = trial.lines.filter { !isPart($0) }, open = rest.firstIndex(where: \.opens) ?? 0
      return trial.with(rest[..<open] + trial.lines.filter(isPart) + rest[open...])
    }
  ) { pair in
    // Other times on the screen would rightly be other ones later.
    guard pair.after.screen == pair.usual.steps[pair.lastAdded].screen, pair.after.isAtRest else { return nil }
    return pair.difference(from: pair.lastAdded + 1, comparesFirst: true) { "After the time zone has changed, \($1)" }
  }

  /// The flow is played on days that have 23 or 25 hours, instead of on the same days in a zone without summer time.
  static let summerTime = Law(
    name: "summer-time", part: ":zone", usual: { $0.replacing($1) { _ in .choice(":zone Africa/Lagos") } }
  ) { pair in
    let difference = pair.difference(from: 0, comparesFirst: true) { "Around a day of 23 or 25 hours, \($1)" }
    // Where it is an hour later, a screen that shows times of others is another one.
    let later = pair.trial.lines.map { pair.law.has($0) ? Trial.Line.choice(":zone Africa/Maputo") : $0 }
    return await pair.confirmed(difference, by: later)
  }

  /// A screen was open the day before, instead of earlier on the same day.
  static let dayBefore = Law(
    name: "day-before", part: ":now",
    usual: { trial, isPart in
      let clock = trial.lines.first { $0.clock != nil && !$0.isChoice }
      return trial.replacing(isPart) { .choice(clock?.text ?? $0.text) }
    }
  ) { pair in
    let first = pair.lastAdded + 1
    guard pair.isAccepted, pair.isOver, pair.changed.steps[first].line.clock != nil else { return nil }
    let difference = pair.difference(from: first, comparesFirst: true) {
      "After its screen was open the day before, \($1)"
    }
    // What an app shows once a day is not shown again.
    return await pair.confirmed(difference, by: pair.trial.lines.filter { !$0.isPart(nil) })
  }

  /// A screen is open when the next day begins, instead of being opened on that day.
  static let newDay = Law(
    name: "new-day", part: ":now",
    usual: { trial, isPart in
      var lines = trial.lines
      if let clock = lines.firstIndex(where: isPart), clock > 0 { lines.swapAt(clock, clock - 1) }
      return trial.with(lines)
    }
  ) { pair in
    let changed = pair.changed, lines = changed.steps.indices.dropFirst(pair.lastAdded + 1)
    guard pair.firstAdded > 0, pair.before.line.isTyped,
      let index = lines.first(where: { changed.isRefused(at: $0) != pair.usual.isRefused(at: $0) }),
      !changed.isRefused(at: index), changed.isAtRest(index)
    else { return nil }
    // Its own field may have kept the day. Another one may be a reason to refuse it.
    let screens = [changed, pair.usual].map { played in
      played.steps[index - 1].screen.filter { !$0.hasPrefix("\(played.steps[index].line.name): ") }
    }
    guard screens[0] == screens[1] else { return nil }
    return pair.another(at: index, isInOutput: true) {
      "\($0) is refused on a screen opened today, and accepted on one that is open since yesterday"
    }
  }

  /// The clock is set back by an hour while a timer runs. Then a timer that reads the clock does nothing, or counts below
  /// zero. Other differences may be times that the app shows.
  static let clock = Law(
    name: "clock", part: ":now",
    usual: { trial, isPart in
      let last = trial.lines.lastIndex(where: isPart)
      return trial.with(trial.lines.enumerated().filter { $0.offset != last }.map(\.element))
    }
  ) { pair in
    let steps = pair.changed.steps
    func isBelowZero(_ step: Played.Step) -> Bool { step.screen.contains { $0.contains(/(^| )-\d/) } }
    // A smaller trial may not set it before.
    guard let clock = steps[..<pair.lastAdded].last(where: { $0.line.clock != nil })?.line.clock,
      Day.of(clock) == Day.of(pair.after.line.clock ?? ""), steps[pair.lastAdded - 1].screen == pair.after.screen
    else { return nil }
    let index = steps.indices.dropFirst(pair.lastAdded + 1).first { index in
      let step = steps[index]
      let isIdle = step.screen == pair.after.screen && step.alerts.isEmpty && !step.isRefused
      return isBelowZero(step) && !isBelowZero(pair.usualStep(index))
        || isIdle && pair.firstUnlike(from: index) == index
    }
    return index.map { pair.another(at: $0) { "After the clock was set back by an hour, \($0) has another effect" } }
  }

  /// Time passes while a timer runs, on a screen that looks as it did when none ran: nothing may count there.
  static let stillness = Law(name: "stillness", part: ":advance") { pair in
    // A smaller trial may show another screen.
    guard pair.firstAdded > 0, pair.changed.looksAtRest(pair.firstAdded - 1), !pair.after.isAtRest,
      !pair.restoresScreen, Comparison.words(pair.before.screen) == Comparison.words(pair.after.screen)
    else { return nil }
    return pair.another(at: pair.lastAdded) { _ in
      "After '\(pair.before.line.text)' the screen looks as it did at rest, and goes on changing"
    }
  }

  /// A line that starts a timer is typed again, with no effect that is seen at once: the timer does not run twice.
  static let doubling = Law(name: "doubling", usual: { $0.replacing($1) { $0.isTyped ? nil : $0 } }) { pair in
    // A smaller trial may not type it before.
    guard pair.firstAdded > 0, case let again = pair.changed.steps[pair.firstAdded],
      case let once = pair.usualStep(pair.lastAdded), again.line.text == pair.before.line.text, !again.isRefused,
      again.response.isEmpty, again.screen == pair.before.screen, pair.after.screen != once.screen,
      Comparison.words(pair.after.screen) == Comparison.words(once.screen),
      ![pair.before, again, once, pair.after].contains(where: \.isAtRest)
    else { return nil }
    return pair.another(at: pair.lastAdded) { _ in
      "\(pair.command), typed twice, has another effect on a timer than typed once"
    }
  }

  /// A language has its short name with its country, such as `zh_CN`, instead of its long one, such as `zh-Hans-CN`.
  static let languageName = Law(
    name: "language-name", part: ":locale",
    usual: { $0.replacing($1) { .choice(":locale \($0.longLanguage)") } }
  ) { pair in
    pair.difference(from: pair.firstAdded + 1, comparesFirst: true) { subject, _ in
      "\(subject) is not the same after '\(pair.command)' as after ':locale \(pair.addedLines[0].longLanguage)'"
    }
  }
}

extension Comparison {
  /// The difference, if another session has the usual output at its line.
  fileprivate func confirmed(_ difference: Difference?, by lines: [Trial.Line]) async -> Difference? {
    guard let difference else { return nil }
    let index = difference.index + lines.count - trial.lines.count, steps = await steps(of: lines)
    return steps.count > index && steps[index].lines == usual.steps[difference.index].lines ? difference : nil
  }
}

extension Trial.Line {
  fileprivate var longLanguage: String { Locale.Language(identifier: TypedLine(text).argument).maximalIdentifier }

  /// The line that sets the same language by its short name; nil if that does not name a script, or means another language.
  var withShortLanguage: Trial.Line? {
    let long = Locale.Language.Components(identifier: longLanguage)
    guard let language = long.languageCode, let country = long.region,
      Locale.Language.Components(identifier: TypedLine(text).argument).script != nil
    else { return nil }
    let short = Trial.Line.choice(":locale \(language.identifier)_\(country.identifier)")
    return short.longLanguage == longLanguage ? short : nil
  }
}
