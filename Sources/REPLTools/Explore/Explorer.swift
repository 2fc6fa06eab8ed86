import Foundation
import REPL

/// Explores parts one by one: in another process, or in the process that requests them.
@MainActor final class Explorer {
  private let app: ConsoleApp
  private let arguments: Arguments
  private let player: TrialPlayer
  /// Plays what shrinks a problem. Another process may have found the same one first, so these sessions are not counted.
  private let shrinker: TrialPlayer
  /// Reports what the present request does.
  private var progress: LineProgress = { _ in }
  private var learnt: (except: [String], material: ExplorationMaterial)?
  /// The trials of each flow that are known before they are played.
  private var trials: [[ExplorationKind: RankedTrials]] = []

  init(_ app: ConsoleApp, _ arguments: Arguments, limits: Settling.Limits = .flow) {
    self.app = app
    self.arguments = arguments
    player = TrialPlayer(app, limits: limits)
    player.keepsWays = arguments.exploration.isCorpus
    shrinker = TrialPlayer(app, limits: limits)
  }

  func answer(
    _ request: ExplorationRequest, _ progress: @escaping LineProgress, _ plays: @escaping TrialPlayer.Progress
  ) async -> ExplorationAnswer {
    self.progress = progress
    for player in [player, shrinker] { player.progress = nil }
    switch request {
    case .plan(let except):
      let material = await material(except)
      player.answer.counts = material.explorable.enumerated().map { index, source in
        ExplorationPlan.Counts(
          trials: trials[index].mapValues(\.asked.count), fresh: trials[index].mapValues(\.fresh),
          size: ExplorationPlan.Counts.size(showing: source.base.steps.map(\.screen.count).reduce(0, +)))
      }
      player.answer.bad = material.bad.flatMap(\.lines).map(\.text) + material.mistypedPromises(player.answer.reach)
      player.answer.findings = material.sources.compactMap(\.finding)
    case .part(let part, let except, let known, let skipping, let reportsLines):
      let material = await material(except)
      _ = player.takeAnswer()
      if reportsLines { for player in [player, shrinker] { player.progress = plays } }
      player.answer.findings = await explore(part, material, known: known, skipping: skipping)
      player.answer.variations = part.numbers.count
    case .way(let way, var known):
      player.path = way.path
      for player in [player, shrinker] { player.progress = plays }
      player.answer.findings = await findings([(way.trial, .promises)], of: way.path, known: &known)
    case .play(let trial):
      // Its answer is not read, so its shapes stay new.
      shrinker.progress = plays
      _ = await shrinker.play(trial, seesScreens: false)
    }
    return player.takeAnswer()
  }

  private func material(_ except: [String]) async -> ExplorationMaterial {
    if let learnt, learnt.except == except { return learnt.material }
    let files = FlowFiles.find(arguments.paths).filter { !except.contains($0.relativePath) }
    let material = await ExplorationMaterial(files, app, player: player, progress: progress)
    learnt = (except, material)
    let habits = material.habits
    var orders = OrderTrials(habits), faults = FaultTrials(texts: material.failures, habits)
    var detours = DetourTrials(material, home: app.home)
    trials = material.explorable.map { source in
      let trial = source.trial, base = source.base
      return [
        .orders: orders.all(of: trial, base), .faults: faults.all(of: trial, base),
        .detours: detours.all(of: trial, base),
      ]
    }
    return material
  }

  private func explore(
    _ part: ExplorationPart, _ material: ExplorationMaterial, known: Set<String>, skipping: [Int]
  ) async -> [Finding] {
    let source = material.explorable[part.flow]
    var start = part.way ?? KeptWay(path: source.path, trial: source.trial)
    start.trial.waysOut = source.trial.waysOut
    player.path = start.path
    var known = known, findings: [Finding] = []
    for number in part.numbers where !skipping.contains(number) {
      // If the process crashes or hangs, this is the last message: it names the variation.
      progress(Origin(line: number, text: "variation \(number) of \(start.path)"))
      let asked: [AskedTrial]
      if let trials = trials[part.flow][part.kind] {
        asked = [trials.asked[number]]
      } else {
        let random = RandomNumbers(seed: arguments.exploration.seed, number: UInt64(part.flow) << 32 + UInt64(number))
        var walk = Walk(material, player, random)
        asked = await walk.go(from: start.trial, isWhole: part.way != nil)
      }
      findings += await self.findings(asked, of: start.path, known: &known)
    }
    return findings
  }

  /// The findings of trials of the flow at a path, without those of causes that are known before they are shrunk.
  private func findings(_ asked: [AskedTrial], of path: String, known: inout Set<String>) async -> [Finding] {
    let patient = player.patient
    var findings: [Finding] = []
    for (trial, question) in asked {
      if await player.verdicts(question, of: trial).allSatisfy({ known.contains($0.cause.text) }) { continue }
      for verdict in await patient.verdicts(question, of: trial) where known.insert(verdict.cause.text).inserted {
        let smallest = await shrinker.shrunk(verdict, question, trial, progress)
        findings.append(smallest.finding(path, symptom: verdict.cause))
      }
    }
    return findings
  }
}
