import REPL
import Signals

/// Makes each named call of a flow fail once, with each known failure of the call, and together with a call near it; never answer; and
/// answer later. Makes commands fail twice. Kills the app after a command that has made calls.
struct FaultTrials {
  /// A language with other digits, other names of months, and another direction.
  private static let otherLanguage = "ar_EG"
  /// The maximum number of failure texts for one call.
  private static let maximum = 3
  /// The maximum number of lines between two calls that fail together.
  private static let reach = 6

  /// The known failure texts of each call, by its name.
  private let texts: [String: [String]]
  private let habits: Habits
  /// The number of trials for each key, in the flows so far.
  private var tried: [String: Int] = [:]

  init(texts: [String: [String]], _ habits: Habits) { (self.texts, self.habits) = (texts, habits) }

  /// The trials of a flow; trials that no earlier flow had come first, and those with two failures after those with one.
  mutating func all(of trial: Trial, _ base: Played) -> RankedTrials {
    var all: [(rank: Int, make: () -> AskedTrial?)] = []
    func add(_ rank: Int, _ lines: Trial, _ question: Question) { all.append((rank, { (lines, question) })) }
    // A `:fail` or `:delay` line above a line affects the first call of each name that the line makes.
    let targets = base.steps.indices.flatMap(base.made).filter { $0.ordinal == 0 && $0.call.canFail }
    for target in targets {
      let call = target.call, count = tried[target.key, default: 0]
      let before = trial.lines[..<target.line], after = trial.lines[target.line...]
      // After an earlier failure the screen may already show an error, so only promises are checked.
      let isFirst = !base.calls.prefix(call.number).contains(where: \.hasFailed)
      if isFirst { tried[target.key] = count + 1 }
      for (rank, text) in ([Trial.anyFailure] + (texts[call.name] ?? []).prefix(Self.maximum - 1)).enumerated() {
        let fault = Trial.Line.fail(call.name, with: text)
        if isFirst { add(count + rank, trial.with(before + [fault] + after.prefix(1)), .fault(of: call.name)) }
        add(count + rank, trial.with(before + [fault] + after).settled, .promises)
      }
      if isFirst, !base.mayConfirm(at: target.line) {
        for (lines, question) in madeGood(base, target, trial) { add(count, lines, question) }
        for (lines, question) in besideOthers(base, target, trial) { add(count + 1, lines, question) }
      }
      guard call.hasAnswered else { continue }
      let late = DurationText.print(call.duration > .zero ? call.duration : .seconds(1))
      for lateness in ["forever", late] {
        add(count + 1, trial.with(before + [.delay(call.name, lateness)] + after).settled, .promises)
      }
    }
    for (index, first) in targets.enumerated() {
      for second in targets[(index + 1)...].prefix(while: { $0.line - first.line <= Self.reach }) {
        let key = "\(first.key), \(second.key)", lines = trial.lines
        tried[key, default: 0] += 1
        let start = lines[..<first.line] + [.fail(first.call.name)], middle = lines[first.line..<second.line]
        let both = trial.with(start + middle + [.fail(second.call.name)] + lines[second.line...]).settled
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

  /// A command that fails once, before it is typed again or its screen is left, or twice; a live call that fails, before its screen is
  /// left and seen again.
  private func madeGood(_ base: Played, _ target: MadeCall, _ trial: Trial) -> [AskedTrial] {
    let index = target.line, fault = Trial.Line.fail(target.call.name)
    let before = trial.lines[..<index], after = trial.lines[index...], step = base.steps[index]
    if target.call.kind == .live {
      let trips = habits.trips[base.prompt(behind: index)] ?? []
      return ([[]] + trips.map(\.lines)).map { trip in
        (trial.with(before + [fault] + after.prefix(1) + trip + after.dropFirst()), .difference(.reload))
      }
    }
    guard step.line.isTyped else { return [] }
    let ways = (habits.waysOut[step.prompt] ?? []).filter { $0.name != step.line.name }
    let once = [fault, Trial.Line.choice(step.line.text)], twice = before + once + once
    let question = Question.difference(.failure)
    // The line that opened the screen, which can be opened again.
    let opening = base.steps[..<index].last { step.prompt.hasPrefix("\($0.prompt)/") }.map(\.line)
    let again = target.call.number == step.calls.lowerBound ? [opening].compactMap(\.self) : []
    return ([Array(after)] + ways.map { [$0] + again }).map { (trial.with(before + once + $0), question) }
      + [(trial.with(twice), .secondFault(of: target.call.name)), (trial.with(twice + after), question)]
  }

  /// A command that fails, before another one of its screen, or after another text was typed into a field.
  private func besideOthers(_ base: Played, _ target: MadeCall, _ trial: Trial) -> [AskedTrial] {
    let before = trial.lines[..<target.line], fault = Trial.Line.fail(target.call.name), step = base.steps[target.line]
    // A line that failed after its first call has rightly had an effect.
    guard step.line.isTyped, target.call.kind != .live, target.call.number == step.calls.lowerBound else { return [] }
    let others = (habits.accepted[step.prompt] ?? []).prefix(Habits.width).filter { $0.name != step.line.name }
    let late = Trial.Line.choice("\(fault.text) after 1s"), input = base.otherInput(before: target.line)
    return others.map { (trial.with(before + [fault, .choice(step.line.text), $0]), .difference(.failure)) }
      + [input].compactMap(\.self).flatMap { input in
        [(input, Law.input), (.choice(input.text), .hiddenFailure)].map { input, law in
          (trial.with(before + [late, step.line, input]), Question.difference(law))
        }
      }
  }

  /// Kills the app after a line that stores something, starts it with its last link, also in another language and back, and goes on.
  private static func killed(_ base: Played, _ trial: Trial, _ index: Int) -> [(Trial, Law)] {
    let step = base.steps[index], lines = trial.lines[...index], rest = trial.lines[(index + 1)...]
    guard base.isPersistent, step.line.isTyped, base.calls[step.calls].contains(where: \.hasAnswered),
      let open = lines.last(where: \.opens)
    else { return [] }
    let locales = lines.filter { if case .locale = $0.command { true } else { false } }
    func start(in locale: [String]) -> [Trial.Line] { ([":restart"] + locale + [open.text]).map { .choice($0) } }
    let there = start(in: [":locale \(otherLanguage)"]), back = start(in: [locales.last?.text ?? ":locale en_US"])
    return [
      (trial.with(lines + start(in: []) + rest), .restart), (trial.with(lines + there + back + rest), .language),
    ]
  }
}
