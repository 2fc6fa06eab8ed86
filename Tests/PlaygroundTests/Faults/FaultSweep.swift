import Effort
import Foundation
import Home
import Signals
import VIPER

@testable import REPL

/// Runs a flow repeatedly, each time with another call of a dependency failing, in each kind of failure. The app must report the
/// failure or be unaffected, and work normally afterwards.
@MainActor struct FaultSweep<Kind: Sendable> {
  /// The result of a line.
  private struct Moment {
    let screen: [String]
    let said: Set<Substring>
  }
  /// The input and the output without a fault.
  private struct Rehearsal {
    var moments: [Moment] = []
    var proof: [String] = []
    var calls = 0
    /// The numbers of the calls to fail.
    var failing: [Int] = []
  }

  private let lines: [String]
  private let files: [String: String]
  private let kinds: [Kind]
  private let stage: (Kind, Fault) -> FaultStage
  private let proof: @MainActor (LineRunner) async -> [String]
  private let reportsWithin: String?
  private let each: FailingCalls

  /// - Parameters:
  ///   - flow: the flow, used without its stubs and failures.
  ///   - kinds: the kinds of failure; the calls are the same with each.
  ///   - reportsWithin: the longest time until the app reports the failure, such as `31s`; nil if it need not report.
  ///   - each: the calls to fail.
  ///   - stage: creates the dependencies for each run.
  ///   - proof: uses the app after the flow; its result must be the same with and without a fault.
  init(
    _ flow: Flow, _ kinds: [Kind], reportsWithin: String? = "0s", each: FailingCalls = .all,
    stage: @escaping (Kind, Fault) -> FaultStage,
    proof: @escaping @MainActor (LineRunner) async -> [String]
  ) {
    lines = flow.steps.map(\.command).filter { line in
      ![":fail", ":stub", ":delay", ":quit"].contains { line.hasPrefix($0) }
    }
    files = flow.files
    self.kinds = kinds
    self.reportsWithin = reportsWithin
    self.each = each
    self.stage = stage
    self.proof = proof
  }

  /// The result of a sweep.
  struct Outcome {
    /// The number of calls.
    let calls: Int
    /// The first problem; nil for none.
    let problem: String?
  }

  /// Fails each call once in each kind, each in its own session.
  func run() async -> Outcome {
    var rehearsal = Rehearsal()
    if let problem = await play(kinds[0], Fault(), nil, into: &rehearsal) {
      return Outcome(calls: rehearsal.calls, problem: "\(problem), with no fault at all")
    }
    for kind in kinds {
      for number in rehearsal.failing {
        var played = Rehearsal()
        guard let problem = await play(kind, Fault(at: number), rehearsal, into: &played) else { continue }
        let text = "\(problem), when call \(number) of \(rehearsal.calls) fails: \(kind)"
        return Outcome(calls: rehearsal.calls, problem: text)
      }
    }
    return Outcome(calls: rehearsal.calls, problem: nil)
  }

  /// Runs the whole flow; returns the problem.
  private func play(
    _ kind: Kind, _ fault: Fault, _ expected: Rehearsal?, into played: inout Rehearsal
  ) async -> String? {
    let stage = stage(kind, fault)
    var app = PlaygroundApp.console(keepingIn: URL(fileURLWithPath: "/dev/null/data"), seams: stage.seams)
    app.optionValues = stage.options
    // Requests to the test's server use the network.
    let isLive = stage.options["base"] != nil
    let runner = LineRunner { [app] in Session(scripted: app, files: files, isLive: isLive) }
    if expected == nil, each == .firstOfPlace {
      fault.screens.value = { [weak runner] in MainActor.assumeIsolated { runner?.prompt } }
    }
    for (index, line) in lines.enumerated() {
      let hadCome = fault.hasCome
      var moment = Self.moment(await runner.run(line).output, runner)
      if let expected, let reportsWithin, fault.hasCome, !hadCome, !Self.isTold(moment, expected.moments[index]) {
        moment = Self.moment(await runner.run(":advance \(reportsWithin)").output, runner)
        if !Self.isTold(moment, expected.moments[index]) {
          return "the failure was not reported at '\(line)':\n\(moment.screen.joined(separator: "\n"))\n"
        }
      }
      played.moments.append(moment)
      if let complaint = moment.said.first(where: { $0.hasPrefix("!!") }) { return "\(complaint) at '\(line)'" }
    }
    played.calls = fault.count
    let failing = each == .all ? Array(1..<played.calls + 1) : Self.firsts(of: fault.places)
    played.failing = Effort.some(3, of: failing)
    fault.screens.value = nil
    return await end(runner, expected, &played) ?? stage.problem()
  }

  /// The numbers, from 1, of the elements without an equal one before them.
  private static func firsts(of places: [Fault.Place]) -> [Int] {
    var seen: Set<Fault.Place> = []
    return places.enumerated().filter { seen.insert($0.element).inserted }.map { $0.offset + 1 }
  }

  private func end(_ runner: LineRunner, _ expected: Rehearsal?, _ played: inout Rehearsal) async -> String? {
    // The clock is correct again: the system posts its notification.
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
    let left = await runner.end().output
    return left.isEmpty ? nil : left.joined(separator: "\n")
  }

  private static func moment(_ output: [String], _ runner: LineRunner) -> Moment {
    let said = output.map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("!") || $0.hasPrefix("[!]") }
    return Moment(screen: [runner.prompt] + runner.session.console.screen, said: Set(said))
  }

  /// Whether the app printed a line that it does not print without a fault, or has nothing to report.
  private static func isTold(_ moment: Moment, _ expected: Moment) -> Bool {
    !moment.said.isSubset(of: expected.said) || moment.screen == expected.screen
  }
}

/// The calls that fail, one in each run.
enum FailingCalls: Sendable {
  case all
  /// The first call of each place.
  case firstOfPlace
}

/// The dependencies of a flow, with a fault.
struct FaultStage {
  var seams = Seams()
  /// The command-line options.
  var options: [String: String] = [:]
  /// Returns the problem at the end; nil for none.
  var problem: () -> String? = { nil }
}

extension Flow {
  /// The flow with that name in the samples' folder.
  static func sample(_ name: String) throws -> Flow {
    try FlowParser.parse(String(contentsOf: FlowTests.folder.appendingPathComponent(name), encoding: .utf8))
  }
}
