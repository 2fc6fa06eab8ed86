/// The result of a flow, step by step.
package struct FlowResult {
  package struct Step {
    package let expected: Flow.Step
    package let screen: String
    package var output: [String]
    package var echo = ""
    /// Whether it names a command, a screen or an event that does not exist, or misuses one.
    package var isMistaken = false
    /// For a picture, with the whole screen after it; nil if the run does not keep screens.
    var drawn: DrawnStep?
    /// Whether a step without recorded output may print anything, unless it is mistaken: after `:promises`.
    var isFree = false

    package var differs: Bool { !expected.screen.isEmpty && expected.screen != screen || outputDiffers }
    package var outputDiffers: Bool { !(isFree && expected.output.isEmpty && !isMistaken) && expected.output != output }
    var recordable: Step {
      var step = self
      step.output.removeAll { $0.hasPrefix("!!") }
      return step
    }
    var isNewMistake: Bool { isMistaken && expected.output.first != output.first }
    /// The reason of a mistake, as the output gives it.
    var reason: String { String((output.first ?? "").trimmingPrefix("! ")) }
    package var mistake: String { "line \(expected.line): \(reason)" }
    package var isWrong: Bool { differs || output.contains { $0.hasPrefix("!!") } }
  }
  package var phases: [(phase: Flow.Phase, steps: [Step])] = []
  /// The complaints at the end of a flow without `:quit`.
  package var end: [String] = []
  /// The time until the work under way at the end is over; nil if there is none.
  package var awaitedTime: Duration?
  package var reach = Reach()
  package var trace = SessionTrace()

  /// The number of the phase that the end belongs to: the last one that ran.
  var lastPhase: Int { stoppedPhase ?? phases.lastIndex { !$0.steps.isEmpty } ?? 0 }
  private var stoppedPhase: Int?

  /// The result of a flow that was stopped in one of its phases. The output until then is lost.
  package init(stopped complaint: String, _ phases: [Flow.Phase], in phase: Int) {
    self.phases = phases.map { ($0, []) }
    end = [complaint]
    stoppedPhase = phase
  }

  package init() {}

  package var steps: [Step] { phases.flatMap(\.steps) }
  package var isClean: Bool { !steps.contains(where: \.differs) && complaints.isEmpty }
  /// The run without complaints of the harness, which are never recorded.
  package var recordable: FlowResult {
    var run = self
    run.phases = phases.map { ($0.phase, $0.steps.map(\.recordable)) }
    return run
  }
  package var mistakes: [Step] { steps.filter(\.isNewMistake) }
  /// The first mistake, and the number of the problems that may follow from it: a mistyped `:open` makes a mistake of each line
  /// after it, and leaves stubs unused. Empty if there is no mistake.
  package var firstMistake: [String] {
    guard let index = steps.firstIndex(where: \.isNewMistake) else { return [] }
    let first = steps[index], rest = steps[index...]
    let more = rest.count(where: \.isNewMistake) - 1 + Self.complaints(in: rest).count + end.count
    return [first.mistake] + (more > 0 ? ["and \(CountText.of(more, "more problem")), which may follow from it"] : [])
  }
  package var complaints: [String] { Self.complaints(in: steps[...]) + end }

  private static func complaints(in steps: ArraySlice<Step>) -> [String] {
    steps.flatMap(\.output).filter { $0.hasPrefix("!!") }
  }
}
