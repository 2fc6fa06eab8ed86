import Signals
import Foundation
import VIPER

/// What came of a trial.
struct Played {
  struct Step {
    let line: Trial.Line
    /// The screen in front of the line.
    let prompt: String
    let output: [String]
    /// Whether the app did not take what was typed.
    let isRefused: Bool
    /// The calls that were begun.
    let calls: Range<Int>
    /// What is shown once the line is done, and which of it the user typed; empty where nobody looks.
    var screen: [String] = []
    var inputs: [String] = []

    /// What the harness says.
    var complaints: [String] { output.filter { $0.hasPrefix("!!") } }
    /// What the app alerts the user to.
    var alerts: [String] { output.filter { $0.hasPrefix("! ") } }
    /// What the app printed, whenever that was.
    var said: [String] { output.filter { $0 != Mark.busy && !Mark.isStamp($0) && !$0.hasPrefix("!!") } }
  }
  var steps: [Step] = []
  /// The screen behind the last line.
  var prompt = ""
  /// What the app leaves behind after its end.
  var leftovers: [String] = []
  var calls: [CallLog.Call] = []
  /// The lines that set something which no call used.
  var hasUnused = false
  /// Whether a call has no answer in a flow: what follows it shows nothing.
  var isUnanswered = false
  /// Whether work was done on other threads, whose order nothing decides.
  var isThreaded = false

  /// The first broken promise, and the line that broke it: the end of the session, if that is behind the last.
  var problem: (step: Int, text: String)? {
    if isUnanswered { return nil }
    for (index, step) in steps.enumerated() {
      if let complaint = step.complaints.first { return (index, complaint) }
    }
    return leftovers.first.map { (steps.count, $0) }
  }

  /// The screen behind a line.
  func prompt(behind step: Int) -> String { step + 1 < steps.count ? steps[step + 1].prompt : prompt }

  /// All that was printed, below the lines that were typed.
  var transcript: [String] {
    steps.flatMap { ["\($0.prompt)> \($0.line.text)"] + $0.output.map { "  \($0)" } } + leftovers
  }
}

extension CallLog.Call {
  var hasFailed: Bool { if case .failed = state { true } else { false } }

  /// Whether nothing that a flow says lets it fail.
  private var isLeftAlone: Bool {
    switch source {
    case .fault, .missing: false
    case .real, .stub, .recorded: true
    }
  }

  /// Whether it gave its answer, or failed without having been told to: then it may do so at another time.
  var hasAnswered: Bool {
    guard isLeftAlone, kind != .live else { return false }
    return switch state {
    case .completed, .failed: true
    // A caller that wants no more than the first answer leaves with it.
    case .cancelled: !answers.isEmpty
    case .underWay: false
    }
  }

  /// Whether it could fail instead. A live call could at any time.
  var canFail: Bool { hasAnswered || isLeftAlone && kind == .live }
}

/// A session that an exploration plays, line by line.
@MainActor final class TrialSession {
  private(set) var played = Played()
  let runner: LineRunner
  private let seesScreens: Bool

  /// - Parameter seesScreens: whether what is shown is kept for each line.
  init(
    _ app: ConsoleApp, options: [String: String], files: [String: String], promises: [Promise], seesScreens: Bool,
    _ limits: Settling.Limits
  ) {
    runner = LineRunner(limits: limits, graph: { try await ScreenCatalog(app, options: options).graph() }) {
      Session(scripted: app, options: options, files: files, promises: promises)
    }
    runner.checksPromises = true
    self.seesScreens = seesScreens
  }

  var session: Session { runner.session }
  var isOver: Bool { runner.isStuck || runner.isOver }

  /// Types a line; gives what came of it.
  @discardableResult func type(_ line: Trial.Line) async -> Played.Step {
    let console = session.console, log = session.calls.log
    let prompt = String(runner.prompt.dropLast(2)), count = log.count, refusals = console.refusals
    let output = await runner.run(line.text, number: line.number)
    var step = Played.Step(
      line: line, prompt: prompt, output: FlowRunner.visible(output),
      isRefused: console.refusals > refusals || runner.isMistaken, calls: count..<log.count)
    if seesScreens { (step.screen, step.inputs) = (console.screen, console.inputs) }
    played.steps.append(step)
    return step
  }

  /// Closes the app; gives all that came of the session.
  func end() async -> Played {
    let session = session, log = session.calls.log
    played.prompt = String(runner.prompt.dropLast(2))
    played.hasUnused = !log.unusedTurns.isEmpty
    if runner.isStuck {
      runner.abandon()
    } else {
      // What was typed may end before what it began: only what the app leaves behind counts.
      let lines = await runner.end(), ofApp = Set(runner.appLeftovers)
      played.leftovers = lines.filter { ofApp.contains($0) || $0.hasPrefix("!! this ") }
    }
    played.calls = log.calls
    for call in played.calls {
      if case .missing = call.source { played.isUnanswered = true }
      if call.isFromElsewhere { played.isThreaded = true }
    }
    return played
  }
}

/// Plays trials of an app, and counts them.
@MainActor final class TrialPlayer {
  private let app: ConsoleApp
  private let options: [String: String]
  private let limits: Settling.Limits
  /// Whether what is alive after the end has as long to go as in a flow, and not only as long as it mostly takes.
  private let isPatient: Bool
  private var parsed: [String: Promise] = [:]
  private(set) var count = 0
  /// What was reached of the app by all of them.
  private(set) var reach = Reach()

  init(
    _ app: ConsoleApp, options: [String: String], limits: Settling.Limits = Settling.Limits(), isPatient: Bool = false
  ) {
    self.app = app
    self.options = options
    self.limits = limits
    self.isPatient = isPatient
  }

  /// A player that is in no hurry: what it finds alive is a leak.
  var patient: TrialPlayer { TrialPlayer(app, options: options, limits: limits, isPatient: true) }

  /// A session to be played line by line: with the files and promises of a trial.
  func begin(as trial: Trial, seesScreens: Bool = false) -> TrialSession {
    count += 1
    return TrialSession(
      app, options: options, files: trial.files, promises: trial.promises.compactMap(promise), seesScreens: seesScreens,
      isPatient ? limits : limits.hasty)
  }

  private func promise(_ line: String) -> Promise? {
    if let known = parsed[line] { return known }
    parsed[line] = try? PromiseParser.parse(line)
    return parsed[line]
  }

  /// Ends it; gives what came of it.
  func end(_ session: TrialSession) async -> Played {
    reach.formUnion(session.runner.reach)
    return await session.end()
  }

  /// Plays all lines, up to one that has no end.
  func play(_ trial: Trial, seesScreens: Bool = false) async -> Played {
    let session = begin(as: trial, seesScreens: seesScreens)
    for line in trial.lines where !session.isOver { await session.type(line) }
    return await end(session)
  }

  /// Takes what was reached and counted since the last time.
  func takeCounts() -> (runs: Int, reach: Reach) {
    defer { (count, reach) = (0, Reach()) }
    return (count, reach)
  }
}

extension ConsoleApp {
  /// Plays a flow as an exploration does, so many times, each in a fresh session; gives what was wrong with the last.
  @MainActor package func play(_ flow: String, times count: Int) async throws -> String? {
    let player = TrialPlayer(self, options: [:]), trial = Trial(try FlowParser.parse(flow))
    var problem: String?
    for _ in 0..<count { problem = await player.play(trial).problem?.text }
    return problem
  }
}
