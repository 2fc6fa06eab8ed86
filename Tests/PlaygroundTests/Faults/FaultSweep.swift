import Effort
import Foundation
import Home
import Signals

@testable import REPL

/// Types a flow again and again, each time with the next call of a seam failing: the app says so or does not mind, and works
/// afterwards as if nothing had been.
@MainActor struct FaultSweep {
  /// Which calls fail in turn.
  enum Each: Sendable {
    case call
    /// Of the calls that are made in the same place, the first.
    case place
  }
  /// What a flow stands on, with a fault in it.
  struct Stage {
    var seams = Seams()
    /// What the command line says.
    var options: [String: String] = [:]
    /// What is not as it should be in the end.
    var problem: () -> String? = { nil }
  }
  /// What a line came to.
  private struct Moment {
    let screen: [String]
    let said: Set<Substring>
  }
  /// What was typed and seen without a fault.
  private struct Rehearsal {
    var moments: [Moment] = []
    var proof: [String] = []
    var calls = 0
    /// The numbers of those that fail in turn.
    var failing: [Int] = []
  }

  private let lines: [String]
  private let files: [String: String]
  private let stage: (Fault) -> Stage
  private let proof: @MainActor (LineRunner) async -> [String]
  private let tellsWithin: String?
  private let each: Each
  private var rehearsal: Rehearsal?

  /// - Parameters:
  ///   - flow: what is typed; what it sets up to fail or stubs is left out.
  ///   - tellsWithin: how long it may take until the user is told, such as `31s`; nil if there is nothing to be told.
  ///   - each: which calls fail in turn.
  ///   - stage: what it stands on, made anew each time it is typed.
  ///   - proof: uses the app; gives what it saw, which is the same with a fault before it and without.
  init(
    _ flow: Flow, tellsWithin: String? = "0s", each: Each = .call,
    stage: @escaping (Fault) -> Stage,
    proof: @escaping @MainActor (LineRunner) async -> [String]
  ) {
    lines = flow.steps.map(\.command).filter { line in
      ![":fail", ":stub", ":quit"].contains { line.hasPrefix($0) }
    }
    files = flow.files
    self.tellsWithin = tellsWithin
    self.each = each
    self.stage = stage
    self.proof = proof
  }

  /// The flow of that name in the folder of the samples.
  static func flow(_ name: String) throws -> Flow {
    try FlowParser.parse(String(contentsOf: FlowTests.folder.appendingPathComponent(name), encoding: .utf8))
  }

  /// What a sweep came to.
  struct Outcome {
    /// How many calls there are.
    let calls: Int
    /// What is not as it should be; nil if all is.
    let problem: String?
  }

  /// Lets each call fail once, in a session of its own. To be run again for another kind of failure, which changes nothing as
  /// long as no call fails.
  mutating func run() async -> Outcome {
    if rehearsal == nil {
      var played = Rehearsal()
      if let problem = await play(Fault(), nil, into: &played) {
        return Outcome(calls: played.calls, problem: "\(problem), with no fault at all")
      }
      rehearsal = played
    }
    let rehearsal = rehearsal ?? Rehearsal()
    for number in rehearsal.failing {
      var played = Rehearsal()
      guard let problem = await play(Fault(at: number), rehearsal, into: &played) else { continue }
      let text = "\(problem), when call \(number) of \(rehearsal.calls) fails"
      return Outcome(calls: rehearsal.calls, problem: text)
    }
    return Outcome(calls: rehearsal.calls, problem: nil)
  }

  /// Types all of it; gives what is wrong.
  private func play(_ fault: Fault, _ expected: Rehearsal?, into played: inout Rehearsal) async -> String? {
    let stage = stage(fault)
    let app = PlaygroundApp.console(keepingIn: URL(fileURLWithPath: "/dev/null/data"), seams: stage.seams)
    // Requests to a server of the test leave the process.
    let isLive = stage.options["base"] != nil
    let runner = LineRunner { Session(scripted: app, options: stage.options, files: files, isLive: isLive) }
    if expected == nil, each == .place {
      fault.screens.value = { [weak runner] in MainActor.assumeIsolated { runner?.prompt } }
    }
    for (index, line) in lines.enumerated() {
      let hadCome = fault.hasCome
      var moment = Self.moment(await runner.run(line), runner)
      if let expected, let tellsWithin, fault.hasCome, !hadCome, !Self.isTold(moment, expected.moments[index]) {
        moment = Self.moment(await runner.run(":advance \(tellsWithin)"), runner)
        if !Self.isTold(moment, expected.moments[index]) {
          return "nobody was told at '\(line)':\n\(moment.screen.joined(separator: "\n"))\n"
        }
      }
      played.moments.append(moment)
      if let complaint = moment.said.first(where: { $0.hasPrefix("!!") }) { return "\(complaint) at '\(line)'" }
    }
    played.calls = fault.count
    let failing = each == .call ? Array(1..<played.calls + 1) : Self.firsts(of: fault.places)
    played.failing = Effort.some(6, of: failing)
    fault.screens.value = nil
    return await end(runner, expected, &played) ?? stage.problem()
  }

  /// The numbers of those, from 1, that are like none before them.
  private static func firsts(of places: [Fault.Place]) -> [Int] {
    var seen: Set<Fault.Place> = []
    return places.enumerated().filter { seen.insert($0.element).inserted }.map { $0.offset + 1 }
  }

  private func end(_ runner: LineRunner, _ expected: Rehearsal?, _ played: inout Rehearsal) async -> String? {
    // A clock that is right again was set: the system notifies.
    let notifications = runner.session.environment.notifications
    notifications.post(name: Notification.Name("NSSystemClockDidChangeNotification"), object: nil)
    _ = await runner.run(":advance 5m")
    let screen = runner.session.console.screen
    if screen.contains("…") { return "it is still busy: \(screen)" }
    played.proof = await proof(runner)
    if let expected, played.proof != expected.proof {
      return "afterwards it is\n\(played.proof.joined(separator: "\n"))\nand not\n"
        + expected.proof.joined(separator: "\n")
    }
    let left = await runner.end()
    return left.isEmpty ? nil : left.joined(separator: "\n")
  }

  private static func moment(_ output: [String], _ runner: LineRunner) -> Moment {
    let said = output.map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("!") || $0.hasPrefix("[!]") }
    return Moment(screen: [runner.prompt] + runner.session.console.screen, said: Set(said))
  }

  /// Whether the user has read something that is not there without a fault, or there is nothing to read about.
  private static func isTold(_ moment: Moment, _ expected: Moment) -> Bool {
    !moment.said.isSubset(of: expected.said) || moment.screen == expected.screen
  }
}
