import REPL

/// Inserts lines of which nothing may remain: a screen is opened and left, a command is refused or cancelled, a change is undone.
struct DetourTrials {
  private let habits: Habits
  /// The number of trials for each key, in the flows so far.
  private var tried: [String: Int] = [:]

  init(_ habits: Habits) { self.habits = habits }

  /// The trials of a flow; trials that no earlier flow had come first.
  mutating func all(of trial: Trial, _ base: Played) -> RankedTrials {
    let held = Self.held(trial, base)
    var all: [(rank: Int, make: () -> AskedTrial?)] = []
    for (index, step) in base.steps.enumerated() where !step.prompt.isEmpty && !held.contains(index) {
      if index == 0 || base.steps[index - 1].isBusy { continue }
      func add(_ change: Question.Change, _ texts: [String], before rest: ArraySlice<Trial.Line>) {
        let key = "\(change) \(step.prompt) \(texts.map { TypedLine($0).name })", rank = tried[key, default: 0]
        tried[key] = rank + 1
        let lines = trial.lines[..<index] + texts.map { Trial.Line.choice($0) } + rest
        all.append((rank, { (trial.with(lines), .difference(change)) }))
      }
      func insert(_ change: Question.Change, _ texts: [String]) { add(change, texts, before: trial.lines[index...]) }
      // A refused line is a detour of the flow itself.
      if base.isRefused(at: index) { add(.detour(.refusal), [step.line.text], before: trial.lines[(index + 1)...]) }
      for trip in habits.trips[step.prompt] ?? [] { insert(.detour(.trip), [trip.there.text, trip.back.text]) }
      for line in habits.refused[step.prompt] ?? [] { insert(.detour(.refusal), [line.text]) }
      let accepted = (habits.accepted[step.prompt] ?? []).prefix(Habits.width)
      for first in accepted {
        for second in accepted where second.name != first.name && TypedLine(second.text).argument.isEmpty {
          let isUndone = second.name == "undo" && habits.isUndone(first, on: step.prompt)
          insert(.detour(isUndone ? .undo : .pair), [first.text, second.text])
        }
      }
      guard step.line.isTyped else { continue }
      var names: Set<String> = []
      for call in base.calls[step.calls] where call.hasAnswered && names.insert(call.name).inserted {
        let command = step.line.text
        insert(.cancellation, [":delay \(call.name) 1s", command, ":cancel", ":advance 2s"])
        let fault = ":fail \(call.name) with \"\(FaultTrials.anyFailure)\" after 1s"
        insert(.detour(.cancellation), [fault, command, ":cancel"])
      }
    }
    return RankedTrials(all)
  }

  /// The lines before which a failure, a delay or an answer for one call, or for the next command, is set and not used yet: what is
  /// inserted would use it.
  private static func held(_ trial: Trial, _ base: Played) -> Set<Int> {
    var held: Set<Int> = []
    for (index, line) in trial.lines.enumerated() {
      let name: String
      switch line.command {
      case .fail(let call, _, _, _), .delay(let call, _), .stub(let call, _, _, true, _),
        .stub(let call, _, _, _, true):
        name = call
      default: continue
      }
      let user = base.steps[min(index + 1, base.steps.count)...]
        .firstIndex { base.calls[$0.calls].contains { $0.name == name } }
      held.formUnion(index + 1..<(user ?? base.steps.count - 1) + 1)
    }
    return held
  }
}
