import Foundation

/// What an exploration starts from: flows that were played as they are, and what can be learnt from them.
@MainActor final class ExplorationMaterial {
  /// A flow, and the trials that come of it.
  struct Source {
    let path: String
    let trial: Trial
    let base: Played
    /// What is wrong with it as it is, and was not with one before.
    let finding: Finding?
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

  /// What opens another screen above one and comes back, by the path of the lower one: two lines.
  private(set) var trips: [String: [Trip]] = [:]

  /// A line that opens a screen above another, and one that closes it.
  struct Trip: Hashable {
    let there: Trial.Line
    let back: Trial.Line
  }

  /// Plays flows as they are.
  ///
  /// - Parameter progress: called with each before it is played.
  init(
    _ files: [URL], _ app: ConsoleApp, options: [String: String], player: TrialPlayer,
    progress: @escaping LineProgress
  ) async {
    let runner = FlowRunner(app, options: options),
      hasty = FlowRunner(app, options: options, limits: Settling.Limits().hasty), judge = Judge(player: player)
    var known: Set<Cause> = []
    for file in files {
      let path = file.relativePath
      guard let (trial, flow) = Self.trial(of: file) else { continue }
      progress(Origin(text: path))
      learn(from: trial)
      // What takes work back, or asks for other promises, is played as it is and no other way.
      var base = await player.play(trial, seesScreens: true), run = await hasty.execute(flow)
      // What is known already is not made sure of again.
      if Judge.broken(trial, base).map({ !known.contains($0.cause) }) ?? !run.isClean {
        base = await player.patient.play(trial, seesScreens: true)
        run = await runner.execute(flow)
      }
      var found: Finding?
      if let verdict = Judge.broken(trial, base) {
        if !known.contains(verdict.cause) {
          found = await judge.shrunk(verdict, .promises, trial, progress).finding(from: path)
        }
      } else if !run.isClean, FileManager.default.fileExists(atPath: path) {
        let wrong = run.phases.flatMap(\.steps).first(where: \.isWrong)
        found = Finding(
          cause: Cause(
            "a flow does not pass", on: wrong?.screen ?? "", by: TypedLine(wrong?.expected.command ?? "end").name),
          name: Finding.name("flow", file.deletingPathExtension().lastPathComponent),
          title: "\(path) does not pass as it is", details: FlowReport(path, run, app: app.name).lines.map(\.text),
          flow: (try? FlowFile.text(of: file)) ?? "")
      } else {
        found = await judge.verdicts(.sameAgain, of: trial).first?.finding(from: path)
      }
      if let new = found, !known.insert(new.cause).inserted { found = nil }
      sources.append(Source(path: path, trial: trial, base: base, finding: found))
      calls = Set(calls).union(base.calls.map(\.name)).sorted()
    }
    trips = Self.trips(sources.map(\.base))
  }

  /// A flow, or a session that opens the screen of that name, with what it promises; nil if there is nothing to play.
  static func trial(of file: URL) -> (trial: Trial, flow: Flow)? {
    let path = file.relativePath, isScreen = !FileManager.default.fileExists(atPath: path)
    guard !AlwaysFile.isOne(file), let text = isScreen ? "> :open \(path)\n" : try? FlowFile.text(of: file),
      var flow = try? FlowParser.parse(text), !flow.steps.isEmpty
    else { return nil }
    flow.promises = (try? AlwaysFile.promises(for: file)) ?? []
    return (Trial(flow), flow)
  }

  private static func trips(_ played: [Played]) -> [String: [Trip]] {
    var opened: [(below: String, above: String, line: Trial.Line)] = [], closing: [String: Trial.Line] = [:]
    for base in played {
      for (index, step) in base.steps.enumerated() where step.line.isTyped && !step.isRefused {
        let line = Trial.Line(text: step.line.text), next = base.prompt(behind: index)
        if next.hasPrefix("\(step.prompt)/") { opened.append((step.prompt, next, line)) }
        if !next.isEmpty, step.prompt.hasPrefix("\(next)/"), closing[step.prompt] == nil { closing[step.prompt] = line }
      }
    }
    var trips: [String: [Trip]] = [:]
    for (below, above, line) in opened {
      let trip = closing[above].map { Trip(there: line, back: $0) }
      if let trip, trips[below]?.contains(trip) != true { trips[below, default: []].append(trip) }
    }
    return trips
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
