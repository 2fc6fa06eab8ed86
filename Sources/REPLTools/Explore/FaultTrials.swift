import REPL
import Signals

/// Makes each named call of a flow fail once, with each known failure of the call, and together with a call near it; never answer; and
/// answer later. Makes commands fail twice. Kills the app after a command that has made calls.
struct FaultTrials {
  /// The failure text for any call.
  static let anyFailure = "it failed"
  /// A language with other digits, other names of months, and another direction.
  private static let otherLanguage = "ar_EG"
  /// The maximum number of failure texts for one call.
  private static let maximum = 3
  /// The maximum number of lines between two calls that fail together.
  private static let reach = 6

  /// The first call of its name that a line makes: a `:fail` or `:delay` line above that line affects it.
  private struct Target {
    let call: CallLog.Call
    let line: Int
    let key: String

    var fault: Trial.Line { .choice(":fail \(call.name) with \"\(anyFailure)\"") }
  }

  /// The known failure texts of each call, by its name.
  private let texts: [String: [String]]
  private let habits: Habits
  /// The number of trials for each key, in the flows so far.
  private var tried: [String: Int] = [:]

  /// - Parameter texts: the known failure texts of each call, by its name.
  init(texts: [String: [String]], _ habits: Habits) { (self.texts, self.habits) = (texts, habits) }

  /// The trials of a flow; trials that no earlier flow had come first, and those with two failures after those with one.
  ///
  /// - Parameter base: the result of the unchanged flow.
  mutating func all(of trial: Trial, _ base: Played) -> RankedTrials {
    var all: [(rank: Int, make: () -> AskedTrial?)] = []
    func add(_ rank: Int, _ lines: Trial, _ question: Question) { all.append((rank, { (lines, question) })) }
    let targets = Self.targets(base)
    for target in targets {
      let call = target.call, count = tried[target.key, default: 0]
      let before = trial.lines[..<target.line], after = trial.lines[target.line...]
      // After an earlier failure the screen may already show an error, so only promises are checked.
      let isFirst = !base.calls.prefix(call.number).contains(where: \.hasFailed)
      if isFirst { tried[target.key] = count + 1 }
      for (rank, text) in ([Self.anyFailure] + (texts[call.name] ?? []).prefix(Self.maximum - 1)).enumerated() {
        let fault = Trial.Line.choice(":fail \(call.name) with \"\(text)\"")
        if isFirst {
          add(count + rank, trial.with(before + [fault] + after.prefix(1)), .fault(of: call.name))
        }
        add(count + rank, trial.with(before + [fault] + after).settled, .promises)
      }
      if isFirst {
        for (lines, question) in madeGood(base, target, trial) { add(count, lines, question) }
        for (lines, question) in twice(base, target, trial) { add(count, lines, question) }
      }
      guard call.hasAnswered else { continue }
      let late = DurationText.print(call.duration > .zero ? call.duration : .seconds(1))
      for lateness in ["forever", late] {
        let delay = Trial.Line.choice(":delay \(call.name) \(lateness)")
        add(count + 1, trial.with(before + [delay] + after).settled, .promises)
      }
    }
    for (index, first) in targets.enumerated() {
      for second in targets[(index + 1)...].prefix(while: { $0.line - first.line <= Self.reach }) {
        let key = "\(first.key), \(second.key)", lines = trial.lines
        tried[key, default: 0] += 1
        let start = lines[..<first.line] + [first.fault], middle = lines[first.line..<second.line]
        let both = trial.with(start + middle + [second.fault] + lines[second.line...]).settled
        add(tried[key, default: 0], both, .promises)
      }
    }
    for (index, step) in base.steps.enumerated() {
      let key = "killed \(step.prompt) \(step.line.name)", killed = Self.killed(base, trial, index)
      for (lines, change) in killed { add(tried[key, default: 0], lines, .difference(change)) }
      if !killed.isEmpty { tried[key, default: 0] += 1 }
    }
    return RankedTrials(all, maximum: .max)
  }

  private static func targets(_ base: Played) -> [Target] {
    base.steps.enumerated().flatMap { index, step in
      var names: Set<String> = []
      return base.calls[step.calls].filter { names.insert($0.name).inserted && $0.canFail }.map { call in
        Target(call: call, line: index, key: "\(call.name) \(step.prompt) \(step.line.name)")
      }
    }
  }

  /// A command that fails once, before it is typed again or its screen is left; a live call that fails, before its screen is left and
  /// seen again.
  private func madeGood(_ base: Played, _ target: Target, _ trial: Trial) -> [AskedTrial] {
    let index = target.line, fault = target.fault
    let before = trial.lines[..<index], after = trial.lines[index...], step = base.steps[index]
    if target.call.kind == .live {
      let trips = habits.trips[base.prompt(behind: index)] ?? []
      return ([[]] + trips.map(\.lines)).map { trip in
        (trial.with(before + [fault] + after.prefix(1) + trip + after.dropFirst()), .difference(.reload))
      }
    }
    guard step.line.isTyped else { return [] }
    let ways = (habits.waysOut[step.prompt] ?? []).filter { $0.name != step.line.name }
    return ([Array(after)] + ways.map { [$0] }).map { rest in
      (trial.with(before + [fault, .choice(step.line.text)] + rest), .difference(.detour(.failure)))
    }
  }

  /// A command that fails twice, before the flow goes on.
  private func twice(_ base: Played, _ target: Target, _ trial: Trial) -> [AskedTrial] {
    let line = trial.lines[target.line], once = [target.fault, Trial.Line.choice(line.text)]
    guard line.isTyped, target.call.kind != .live else { return [] }
    let failing = trial.lines[..<target.line] + once + once
    return [
      (trial.with(failing), .secondFault(of: target.call.name)),
      (trial.with(failing + trial.lines[target.line...]), .difference(.detour(.failure))),
    ]
  }

  /// Kills the app after a line that stores something, starts it again with its last link, also in another language and back, and goes
  /// on.
  private static func killed(_ base: Played, _ trial: Trial, _ index: Int) -> [(Trial, Question.Change)] {
    let step = base.steps[index], lines = trial.lines[...index], rest = trial.lines[(index + 1)...]
    guard base.isPersistent, step.line.isTyped, base.calls[step.calls].contains(where: \.hasAnswered),
      let open = lines.last(where: { if case .open = $0.command { true } else { false } })
    else { return [] }
    let locales = lines.filter { if case .locale = $0.command { true } else { false } }
    func start(in locale: [String]) -> [Trial.Line] { ([":restart"] + locale + [open.text]).map { .choice($0) } }
    let there = start(in: [":locale \(otherLanguage)"]), back = start(in: [locales.last?.text ?? ":locale en_US"])
    return [
      (trial.with(lines + start(in: []) + rest), .restart), (trial.with(lines + there + back + rest), .language),
    ]
  }
}
