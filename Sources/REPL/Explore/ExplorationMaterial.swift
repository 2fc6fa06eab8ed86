import Foundation

/// What an exploration starts from: flows that were played as they are, and what can be learnt from them.
@MainActor final class ExplorationMaterial {
  /// A flow, and the trials that come of it.
  struct Source {
    let path: String
    let trial: Trial
    let base: Played
    /// What is wrong with it as it is.
    let findings: [Finding]
  }
  private(set) var sources: [Source] = []
  /// What was typed behind each command.
  private(set) var arguments: [String: [String]] = [:]
  private(set) var links: [String] = []
  private(set) var events: [String] = []
  /// What failures of each call say.
  private(set) var failures: [String: [String]] = [:]
  /// The names of the calls that were made.
  private(set) var calls: [String] = []
  private(set) var durations: [String] = ["300ms", "1s", "1m"]

  /// Plays flows as they are.
  ///
  /// - Parameter progress: called with each before it is played.
  init(
    _ files: [URL], _ app: ConsoleApp, options: [String: String], player: TrialPlayer,
    progress: @escaping LineProgress
  ) async {
    let runner = FlowRunner(app, options: options),
      hasty = FlowRunner(app, options: options, limits: Settling.Limits().hasty)
    var known: Set<String> = []
    for file in files {
      let path = file.relativePath
      // A screen, by its name, is a session that opens it.
      let isScreen = !FileManager.default.fileExists(atPath: path)
      guard !AlwaysFile.isOne(file), let text = isScreen ? "> :open \(path)\n" : try? FlowFile.text(of: file),
        var flow = try? FlowParser.parse(text), !flow.steps.isEmpty
      else { continue }
      flow.promises = (try? AlwaysFile.promises(for: file)) ?? []
      progress(Origin(text: path))
      let trial = Trial(flow)
      learn(from: trial)
      // What takes work back, or asks for other promises, is played as it is and no other way.
      var base = await player.play(trial, seesScreens: true), run = await hasty.execute(flow)
      // What is known already is not made sure of again.
      if Judge.broken(trial, base).map({ !known.contains($0.key) }) ?? !run.isClean {
        base = await player.patient.play(trial, seesScreens: true)
        run = await runner.execute(flow)
      }
      var findings: [Finding] = []
      if !run.isClean, !isScreen {
        findings.append(
          Finding(
            key: "flow: \(path)", name: Finding.name("flow", file.deletingPathExtension().lastPathComponent),
            title: "\(path) does not pass as it is", details: FlowReport(path, run, app: app.name).lines.map(\.text),
            flow: text))
      }
      if let verdict = Judge.broken(trial, base) {
        if known.insert(verdict.key).inserted {
          findings.append(
            await Judge(player: player).shrunk(verdict, .promises, trial, progress).finding(from: path))
        }
      } else if run.isClean || isScreen, let verdict = await Judge(player: player).verdict(.sameAgain, of: trial) {
        findings.append(verdict.finding(from: path))
      }
      sources.append(Source(path: path, trial: trial, base: base, findings: findings))
      calls = Set(calls).union(base.calls.map(\.name)).sorted()
    }
  }

  private func learn(from trial: Trial) {
    for line in trial.lines {
      switch line.command {
      case .open(let link): if !links.contains(link) { links.append(link) }
      case .event: if !events.contains(line.text) { events.append(line.text) }
      case .advance(let duration):
        // A day of a timer that ticks is long.
        let text = DurationText.print(duration)
        if duration < .seconds(600), !durations.contains(text) { durations.append(text) }
      case .fail(let name, let text, _):
        if failures[name]?.contains(text) != true { failures[name, default: []].append(text) }
      case nil where line.isTyped:
        let typed = TypedLine(line.text)
        if !typed.argument.isEmpty, arguments[typed.name]?.contains(typed.argument) != true {
          arguments[typed.name, default: []].append(typed.argument)
        }
      default: break
      }
    }
  }

  /// Whether a flow can go another way: it came to its end, by itself and without other threads.
  func isExplorable(_ source: Source) -> Bool {
    source.base.problem == nil && !source.base.isThreaded && !source.base.isUnanswered
  }
}
