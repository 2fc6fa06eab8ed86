import REPL
import Signals

/// Makes each named call of a flow fail once, with each known failure of the call; never answer; and answer later.
struct FaultTrials {
  /// The failure text for any call.
  static let anyFailure = "it failed"
  /// The maximum number of failure texts for one call.
  private static let maximum = 3

  /// The known failure texts of each call, by its name.
  private let texts: [String: [String]]
  private let habits: Habits
  /// The number of trials for each call of each command, in the flows so far.
  private var tried: [String: Int] = [:]

  /// - Parameter texts: the known failure texts of each call, by its name.
  init(texts: [String: [String]], _ habits: Habits) { (self.texts, self.habits) = (texts, habits) }

  /// The trials of a flow; trials that no earlier flow had come first.
  ///
  /// - Parameter base: the result of the unchanged flow.
  mutating func all(of trial: Trial, _ base: Played) -> RankedTrials {
    var all: [(rank: Int, make: () -> AskedTrial?)] = []
    func add(_ rank: Int, _ lines: Trial, _ question: Question) { all.append((rank, { (lines, question) })) }
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
            add(count + rank, trial.with(before + [fault] + after.prefix(1)), .fault(of: call.name))
          }
          add(count + rank, trial.with(before + [fault] + after).settled, .promises)
        }
        if isFirst {
          for (lines, question) in madeGood(base, call, trial, index) { add(count, lines, question) }
        }
        guard call.hasAnswered else { continue }
        let late = DurationText.print(call.duration > .zero ? call.duration : .seconds(1))
        for lateness in ["forever", late] {
          let delay = Trial.Line.choice(":delay \(call.name) \(lateness)")
          add(count + 1, trial.with(before + [delay] + after).settled, .promises)
        }
      }
    }
    return RankedTrials(all, maximum: .max)
  }

  /// A command that fails once, before it is typed again or its screen is left; a live call that fails, before its screen is left and
  /// seen again.
  private func madeGood(_ base: Played, _ call: CallLog.Call, _ trial: Trial, _ index: Int) -> [AskedTrial] {
    let before = trial.lines[..<index], after = trial.lines[index...], step = base.steps[index]
    let fault = Trial.Line.choice(":fail \(call.name) with \"\(Self.anyFailure)\"")
    if call.kind == .live {
      let trips = habits.trips[base.prompt(behind: index)] ?? []
      return ([[]] + trips.map { [$0.there, $0.back] }).map { trip in
        (trial.with(before + [fault] + after.prefix(1) + trip + after.dropFirst()), .difference(.reload))
      }
    }
    guard step.line.isTyped else { return [] }
    let ways = (habits.waysOut[step.prompt] ?? []).filter { $0.name != step.line.name }
    return ([Array(after)] + ways.map { [$0] }).map { rest in
      (trial.with(before + [fault, .choice(step.line.text)] + rest), .difference(.detour(.failure)))
    }
  }
}
