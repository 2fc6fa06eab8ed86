import REPL
import Signals
import VIPER

/// A session that an exploration plays, line by line.
@MainActor final class TrialSession {
  private var played = Played()
  /// The trial whose files and promises the session has.
  let start: Trial
  /// The state after the last line.
  private var state = LineResult.State.done
  let runner: LineRunner
  private let seesScreens: Bool
  private let progress: TrialPlayer.Progress?

  /// - Parameters:
  ///   - seesScreens: whether the screen after each line is recorded.
  ///   - progress: called before each line is typed.
  init(_ start: Trial, _ runner: LineRunner, seesScreens: Bool, _ progress: TrialPlayer.Progress?) {
    self.start = start
    self.runner = runner
    self.seesScreens = seesScreens
    self.progress = progress
  }

  var session: Session { runner.session }
  var isOver: Bool { state == .stuck || LineResult([], state).isOver }

  @discardableResult func type(_ line: Trial.Line) async -> Played.Step {
    progress?(start.with(played.steps.map(\.line) + [line]))
    let console = session.console, log = session.calls.log
    let prompt = console.path, count = log.count, refusals = console.refusals
    let list = seesScreens && line.isTyped ? console.lists.first { $0.commands.contains(line.name) } : nil
    let result = await runner.run(line.text, number: line.number)
    state = result.state
    var step = Played.Step(
      line: line, prompt: prompt, output: FlowRunner.visible(result.output),
      isRefused: console.refusals > refusals || state == .mistaken, calls: count..<log.count,
      time: session.environment.scheduler.now)
    if seesScreens {
      (step.screen, step.inputs, step.rows) = (console.comparedScreen, console.inputs, console.lists.flatMap(\.rows))
      step.shown = console.hasIgnored ? console.screen : step.screen
      step.choices = list?.rows ?? []
      (step.offered, step.enabled) = (console.offered.map(\.name), console.enabled)
      (step.isOnTop, step.isAtRest) = (session.isOnTop, session.isAtRest)
    }
    played.steps.append(step)
    return step
  }

  /// Closes the app; returns the result of the session.
  func end() async -> Played {
    let session = session, log = session.calls.log
    played.prompt = session.console.path
    played.isPersistent = session.isPersistent
    played.unused = log.unusedTurns.map { $0 - 1 }
    if state == .stuck {
      runner.abandon()
    } else if !isOver {
      let end = await runner.end()
      var ofApp: [String] = []
      // A typed line may end before the work it started, so only the app's leftovers count.
      if case .over(_, let leftovers) = end.state { ofApp = leftovers }
      played.leftovers = end.output.filter { ofApp.contains($0) || $0.hasPrefix("!! this ") }
    }
    played.calls = log.calls
    played.hasUnreadStub = log.hasUnreadStub
    return played
  }
}

/// Plays trials of an app, and counts them.
@MainActor final class TrialPlayer {
  private let app: ConsoleApp
  private let limits: Settling.Limits
  /// Whether objects alive after the end get as much time as in a flow before they count as leaks, instead of the usual time.
  private let isPatient: Bool
  typealias Progress = @MainActor @Sendable (Trial?) -> Void
  /// Called before each session, and before each line is typed, with the trial up to that line; with nil before the session ends.
  var progress: Progress?
  private var parsed: [String: Promise] = [:]
  /// The answer about the sessions since the last one was taken.
  var answer = ExplorationAnswer()
  /// The path of the flow whose variations are played.
  var path = ""
  /// Whether sessions with new shapes are kept.
  var keepsWays = false
  private var seen: Set<Shape> = []

  init(_ app: ConsoleApp, limits: Settling.Limits = .flow, isPatient: Bool = false) {
    self.app = app
    self.limits = limits
    self.isPatient = isPatient
  }

  /// A player that gives objects this full time, so that those it finds alive are leaks.
  var patient: TrialPlayer {
    let player = TrialPlayer(app, limits: limits, isPatient: true)
    player.progress = progress
    return player
  }

  /// Starts a session to be played line by line, with the files and promises of a trial.
  func begin(as trial: Trial, seesScreens: Bool = false) -> TrialSession {
    answer.sessions += 1
    progress?(trial.with([]))
    let app = app, promises = (trial.promises + trial.waysOut).compactMap(promise)
    let runner = LineRunner(
      limits: isPatient ? limits : limits.exploring, graph: { try await ScreenCatalog(app).graph() }
    ) { Session(scripted: app, files: trial.files, promises: promises) }
    runner.checksPromises = true
    return TrialSession(trial, runner, seesScreens: seesScreens, progress)
  }

  private func promise(_ line: String) -> Promise? {
    if let known = parsed[line] { return known }
    parsed[line] = try? PromiseParser.parse(line)
    return parsed[line]
  }

  func end(_ session: TrialSession) async -> Played {
    answer.reach.formUnion(session.runner.reach)
    progress?(nil)
    let played = await session.end()
    if played.problem != nil || played.isThreaded || played.isUnanswered {
      answer.isClean = false
    } else if keepsWays {
      let shapes = played.shapes.map { line in line.filter { seen.insert($0).inserted } }
      if let last = shapes.lastIndex(where: { !$0.isEmpty }) {
        let trial = session.start.with(played.steps[...last].map(\.line))
        answer.ways.append(KeptWay(path: path, trial: trial, shapes: Array(shapes[...last])))
      }
    }
    return played
  }

  /// Plays all lines, up to one that never ends or that leaves the session.
  func play(_ trial: Trial, seesScreens: Bool = true) async -> Played {
    let session = begin(as: trial, seesScreens: seesScreens)
    for line in trial.lines {
      if session.isOver || session.session.console.isWayOut(line.text) { break }
      session.runner.restartsInPlace = line.isInPlace
      await session.type(line)
    }
    return await end(session)
  }

  func takeAnswer() -> ExplorationAnswer {
    defer { answer = ExplorationAnswer() }
    return answer
  }
}

extension ConsoleApp {
  /// Plays a flow as an exploration does, `count` times, each in a fresh session; returns the problem of the last run.
  @MainActor package func play(_ flow: String, times count: Int) async throws -> String? {
    let player = TrialPlayer(self), trial = Trial(try FlowParser.parse(flow))
    var problem: String?
    for _ in 0..<count { problem = await player.play(trial, seesScreens: false).problem?.text }
    return problem
  }
}
