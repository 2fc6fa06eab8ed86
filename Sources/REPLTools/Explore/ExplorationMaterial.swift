import Foundation
import PlainText
import REPL

/// The material of an exploration: flows that were played unchanged, and the arguments, failures and calls learnt from them.
@MainActor final class ExplorationMaterial {
  /// A flow with its trial.
  struct Source {
    let path: String
    var trial: Trial
    let base: Played
    /// The problem of the unchanged flow, unless an earlier flow has the same.
    let finding: Finding?
  }
  private(set) var sources: [Source] = []
  /// The reports of files that are not flows, and of screens that do not open.
  private(set) var bad: [FlowReport] = []
  /// The arguments typed for each command.
  private(set) var arguments: [String: [String]] = [:]
  private(set) var links: [String] = []
  /// The ids in links: the last parts of their paths, and the values of their parameters.
  private(set) var ids: [String] = []
  /// The lines that set the clock and the time zone.
  private(set) var clocks: [String] = []
  var zones: [String] { clocks.filter { $0.hasPrefix(":zone ") } }
  private(set) var events: [String] = []
  /// The texts of failures of each call.
  private(set) var failures: [String: [String]] = [:]
  private(set) var calls: [String] = []
  private(set) var durations: [String] = ["300ms", "1s", "1m"]
  private(set) var habits = Habits()

  /// Plays flows unchanged.
  ///
  /// - Parameter progress: called with each flow before it is played.
  init(_ files: [URL], _ app: ConsoleApp, player: TrialPlayer, progress: @escaping LineProgress) async {
    let runner = FlowRunner(app), quick = FlowRunner(app, limits: .flow.exploring)
    var known: Set<Cause> = []
    func source(of file: URL) async throws(FlowReport) -> Source {
      let path = file.relativePath
      var (trial, flow) = try await Self.trial(of: file, runner)
      progress(Origin(text: path))
      learn(from: trial)
      // Lines that undo work or request other promises are played only here, in the unchanged flow.
      var base = await player.play(trial), run = await quick.execute(flow)
      if Self.isScreen(file), base.prompt.isEmpty, let refusal = base.steps.first?.alerts.first {
        throw FlowReport(bad: path, "\(refusal.dropFirst(2)); name a flow that opens it")
      }
      if !run.mistakes.isEmpty { throw FlowReport(bad: path, run.firstMistake.joined(separator: " ")) }
      // Nothing follows a line that leaves the session.
      if base.problem == nil { trial = trial.with(trial.lines.prefix(base.steps.count)) }
      // A known problem is not checked again.
      if Verdict.broken(trial, base).map({ !known.contains($0.cause) }) ?? !run.isClean {
        base = await player.patient.play(trial)
        run = await runner.execute(flow)
      }
      var found: Finding?
      if let verdict = Verdict.broken(trial, base) {
        if !known.contains(verdict.cause) {
          found = await player.shrunk(verdict, .promises, trial, progress).finding(path)
        }
      } else if !run.isClean, !Self.isScreen(file) {
        let wrong = run.steps.first(where: \.isWrong)
        found = Finding(
          cause: Cause(
            "a flow does not pass", on: wrong?.screen ?? "", by: TypedLine(wrong?.expected.command ?? "end").name),
          name: Finding.name("flow", file.deletingPathExtension().lastPathComponent),
          title: Printable.line("\(path) fails before any variation"),
          details: FlowReport(path, run, app: app.command, options: app.optionValues).lines.map(\.text),
          path: path, flow: Self.copy(of: file, flow.promises))
      } else {
        found = await player.verdicts(.sameAgain, of: trial).first?.finding(path)
      }
      if let new = found, !known.insert(new.cause).inserted { found = nil }
      return Source(path: path, trial: trial, base: base, finding: found)
    }
    for file in files {
      do throws(FlowReport) { sources.append(try await source(of: file)) } catch { bad.append(error) }
    }
    calls = Set(sources.flatMap(\.base.calls).map(\.name)).sorted()
    ids = Set(links.compactMap { $0.split(separator: /[\/=]/).last?.removingPercentEncoding }).sorted()
    habits = Habits(sources.map(\.base))
    for index in sources.indices { sources[index].trial.waysOut = habits.leaving }
  }

  /// The trial of a flow, or of a session that opens the screen of that name; throws the report of a file that is not a flow.
  static func trial(of file: URL, _ runner: FlowRunner) async throws(FlowReport) -> (trial: Trial, flow: Flow) {
    let path = file.relativePath
    let flow = try await runner.read(path) {
      guard isScreen(file) else { return try await runner.flow(of: file) }
      var flow = try FlowParser.parse("> :open \(path)\n")
      flow.promises = try AlwaysFile.promises(for: file)
      return flow
    }
    return (Trial(flow), flow)
  }

  /// The text of a flow below the promises of its folder, which may not hold where the text is written.
  private static func copy(of file: URL, _ promises: [Promise]) -> String {
    promises.map { "> \($0.text)\n" }.joined() + FlowParser.withoutMark((try? FlowFile.text(of: file)) ?? "")
  }

  /// Whether the name stands for a screen, because there is no such file.
  private static func isScreen(_ file: URL) -> Bool { FileKind.isMissing(file.relativePath) }

  /// Says which promises name a command that no screen offers, where one has nearly the same name.
  func mistypedPromises(_ reach: Reach) -> [String] {
    let promises = Set(sources.flatMap(\.trial.promises)).sorted().compactMap { try? PromiseParser.parse($0) }
    return PromiseNames(reach).doubts(about: promises)
  }

  private func learn(from trial: Trial) {
    for line in trial.lines {
      switch line.command {
      case .open(let link): links.add(link)
      case .now, .zone: clocks.add(line.text)
      case .event: events.add(line.text)
      // Advancing a day takes long while a timer ticks.
      case .advance(let duration) where duration < .seconds(600): durations.add(DurationText.print(duration))
      case .fail(let name, let text, _, _): failures[name, default: []].add(text)
      case nil where line.isTyped:
        let typed = TypedLine(line.text)
        if !typed.argument.isEmpty { arguments[typed.name, default: []].add(typed.argument) }
      default: break
      }
    }
  }

  /// The flows that can be varied: they came to their ends, without missing answers and without other threads.
  var explorable: [Source] {
    sources.filter { $0.base.problem == nil && !$0.base.isThreaded && !$0.base.isUnanswered }
  }
}
