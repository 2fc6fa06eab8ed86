import REPL

/// The result of a trial.
struct Played {
  struct Step {
    let line: Trial.Line
    /// The path of the screen before the line.
    let prompt: String
    var output: [String]
    let isRefused: Bool
    /// The calls that the line started.
    let calls: Range<Int>
    /// The time after the line.
    let time: Duration
    /// The screen after the line, the user's input on it and the texts of its rows; empty, like its commands, if screens are not
    /// recorded.
    var screen: [String] = [], inputs: [String] = [], rows: [String] = []
    /// The screen with the controls that are not compared.
    var shown: [String] = []
    /// The rows before the line, of which its command takes one.
    var choices: [String] = []
    /// The names of its commands, and of those that are enabled.
    var offered: [String] = [], enabled: [String] = []
    /// Whether it was opened on top of another.
    var isOnTop = false
    /// Whether nothing was under way, and no timer ran.
    var isAtRest = true

    var isBusy: Bool { screen.last == Mark.busy }
    /// The line with its output.
    var lines: [String] { ["\(prompt)> \(line.text)"] + output.map { "  \($0)" } }
    /// The complaints of the harness.
    var complaints: [String] { output.filter { $0.hasPrefix("!!") } }
    var alerts: [String] { output.filter { $0.hasPrefix("! ") } }
    /// The app's output, at any time.
    var response: [String] { output.filter { $0 != Mark.busy && !Mark.isStamp($0) && !$0.hasPrefix("!!") } }
  }
  var steps: [Step] = []
  /// The path of the screen after the last line.
  var prompt = ""
  /// The leftovers of the app after its end.
  var leftovers: [String] = []
  var calls: [CallLog.Call] = []
  /// The indices of lines that set an answer or a failure that no call used.
  var unused: [Int] = []
  /// Whether the app has something that outlives it.
  var isPersistent = false
  /// Whether the answer of a `:stub` could not be read: a flow complains about that, and a trial does not.
  var hasUnreadStub = false

  /// Whether a call has no answer in a flow; the lines after it show nothing.
  var isUnanswered: Bool { calls.contains { if case .missing = $0.source { true } else { false } } }
  /// Whether work ran on other threads, so that its order is not deterministic.
  var isThreaded: Bool { calls.contains(where: \.isFromElsewhere) }

  /// The first broken promise, and the index of its line. For a leftover it is the index after the last line.
  var problem: (step: Int, text: String)? {
    if isUnanswered { return nil }
    for (index, step) in steps.enumerated() {
      if let complaint = step.complaints.first { return (index, complaint) }
    }
    return leftovers.first.map { (steps.count, $0) }
  }

  /// The screen after a line.
  func prompt(behind step: Int) -> String { step + 1 < steps.count ? steps[step + 1].prompt : prompt }

  /// The typed lines with their output.
  var transcript: [String] { steps.flatMap(\.lines) + leftovers }

  /// The typed lines up to this one with their output, and the screen then.
  func transcript(to last: Int) -> [String] { steps[...last].flatMap(\.lines) + steps[last].shown }
}

/// A call that a line of a flow makes.
struct MadeCall {
  let call: CallLog.Call
  let line: Int
  /// Equal for calls that the same command makes on the same screen.
  let key: String
  /// The position of this call among the line's calls of the same name.
  let ordinal: Int
}

extension Played {
  /// The calls that the line with this index makes.
  func made(by line: Int) -> [MadeCall] {
    var ordinals: [String: Int] = [:]
    return calls[steps[line].calls].map { call in
      defer { ordinals[call.name, default: 0] += 1 }
      let key = "\(call.name) \(steps[line].prompt) \(steps[line].line.name)"
      return MadeCall(call: call, line: line, key: key, ordinal: ordinals[call.name, default: 0])
    }
  }

  /// The last line before this one that set a field of the same screen, with another text.
  func otherInput(before line: Int) -> Trial.Line? {
    let input = steps[..<line].last { step in
      step.prompt == steps[line].prompt && step.line.isTyped && !step.isRefused
        && !TypedLine(step.line.text).argument.isEmpty
    }
    return input.map { Trial.Line(text: "\($0.line.text) 1") }
  }

  /// Whether a line is the same as the one before it, which may have asked for confirmation.
  func mayConfirm(at line: Int) -> Bool { line > 0 && steps[line].line.text == steps[line - 1].line.text }

  /// Whether the app refused a line: with a reason; or with an alert, while the field of the line stayed, and no call was made.
  func isRefused(at index: Int) -> Bool {
    let step = steps[index]
    guard !step.isRefused, index > 0, !step.alerts.isEmpty, step.calls.isEmpty else { return step.isRefused }
    let fields = steps[index - 1...index].map { $0.inputs.filter { $0.hasPrefix("\(step.line.name): ") } }
    return !fields[0].isEmpty && fields[0] == fields[1]
  }

  /// Whether a call failed up to a line.
  func hasFailure(to last: Int) -> Bool {
    calls.prefix(steps.prefix(last + 1).last?.calls.upperBound ?? 0).contains(where: \.hasFailed)
  }

  /// The calls that lines after one line made, up to another.
  func calls(after first: Int, to last: Int) -> ArraySlice<CallLog.Call> {
    calls[steps[first].calls.upperBound..<max(steps[first].calls.upperBound, steps[last].calls.upperBound)]
  }

  /// Whether all calls up to a line are over then, so that a flow can end after it.
  func isAtRest(_ index: Int) -> Bool {
    calls[..<steps[index].calls.upperBound].allSatisfy { $0.isOver(at: steps[index].time) }
  }
}

extension CallLog.Call {
  var hasFailed: Bool { if case .failed = state { true } else { false } }
  var isCancelled: Bool { if case .cancelled = state { true } else { false } }
  /// Whether it is over, or live.
  func isOver(at time: Duration) -> Bool { kind == .live || end.map { $0 <= time } ?? false }

  /// The time from its start to its end; zero while it is under way.
  var duration: Duration { (end ?? start) - start }

  /// Whether no line of the flow makes the call fail.
  private var isLeftAlone: Bool {
    switch source {
    case .fault, .missing: false
    case .real, .stub, .recorded: true
    }
  }

  /// Whether it answered, or failed by itself, so that it can also do so at another time.
  var hasAnswered: Bool {
    guard isLeftAlone, kind != .live else { return false }
    // A caller that needs only the first answer cancels the call afterwards.
    return isCancelled ? !answers.isEmpty : end != nil
  }

  /// Whether it could fail instead. A live call can fail at any time.
  var canFail: Bool { hasAnswered || isLeftAlone && kind == .live }
}
