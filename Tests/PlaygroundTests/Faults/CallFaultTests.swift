import Effort
import Foundation
import Home
import REPL
import Testing

/// Fails each call of each recorded session once. The app must report the failure and leave nothing behind, and the later
/// commands must work as far as possible.
@Suite(.inTurn) struct CallFaultTests {
  /// The named calls of each app.
  private static let calls = [
    "Todo": ["store.changes", "store.save", "store.delete"], "Login": ["login.post"],
    "Search": ["search.get", "picture.get"],
  ]

  private let app = PlaygroundApp.console(keepingIn: URL(fileURLWithPath: "/dev/null/data"))

  /// The result of a session with one fault.
  private enum Outcome {
    /// The session did not reach the call.
    case unused
    /// The flow expects this failure anyway, or the app reported it.
    case said
    case wrong(String)
  }

  @Test("each call fails once", arguments: Effort.some(short: 4, full: 8, of: FlowTests.names))
  @MainActor func sweep(_ name: String) async throws {
    let text = try Self.text(name)
    for call in Self.calls[String(name.prefix { $0 != "/" })] ?? [] {
      for script in Self.scripts(text, failing: call) {
        let report = try await app.run(script), outcome = Self.outcome(report)
        if case .unused = outcome { break }
        // Followed by a trace, a failure is in its output.
        if case .wrong(let problem) = outcome, problem != Self.silence || !text.contains(":trace") {
          Issue.record("\(problem)\n\(report.text)\n\(script)")
          break
        }
      }
    }
  }

  @Test("a session makes every tested call", arguments: calls.keys.sorted())
  @MainActor func isMade(_ name: String) async throws {
    var unseen = Set(Self.calls[name] ?? [])
    for flow in FlowTests.names where flow.hasPrefix("\(name)/") {
      for call in unseen {
        guard let script = Self.scripts(try Self.text(flow), failing: call).first else { continue }
        if case .unused = Self.outcome(try await app.run(script)) { continue }
        unseen.remove(call)
      }
    }
    #expect(unseen.isEmpty)
  }

  private static func text(_ flow: String) throws -> String {
    // A few items serve as well as ten thousand.
    try String(contentsOf: FlowTests.folder.appendingPathComponent(flow), encoding: .utf8)
      .replacing(#/"times": \d{4}/#, with: #""times": 7"#)
  }

  /// The script once for each command, with a fault for the call before the command.
  private static func scripts(_ text: String, failing call: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      guard let end = lines[index].range(of: "> ")?.upperBound, !lines[index].hasPrefix("  ") else { return nil }
      // Lines with a colon are for the harness, except those that open a screen.
      let typed = lines[index][end...]
      guard !typed.hasPrefix(":") || typed.hasPrefix(":open") || typed.hasPrefix(":advance") else { return nil }
      var changed = lines
      // A busy screen is busy under this line, too.
      let isBusy = lines[..<index].last { !$0.isEmpty && !$0.hasPrefix("#") } == "  …"
      changed.insert(contentsOf: isBusy ? ["  …"] : [], at: index)
      changed.insert("\(lines[index][..<end]):fail \(call) with \"sweep\"", at: index)
      return changed.joined(separator: "\n")
    }
  }

  private static let silence = "the failure was not reported"

  private static func outcome(_ report: FlowReport) -> Outcome {
    if report.passed { return .said }
    if report.isBadScript { return .wrong("the script cannot be read") }
    let lines = report.text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let added = lines.filter { $0.hasPrefix("+") }.map { $0.dropFirst().drop { $0 == " " } }
    // Only stubs of the failed call, or of calls that are no longer made, may be left over.
    let complaints = added.filter { $0.hasPrefix("!!") }
    if complaints.contains(where: { $0.hasPrefix("!! the failure of") && $0.contains("with \"sweep\"") }) {
      return .unused
    }
    if let other = complaints.first(where: { !$0.hasPrefix("!! the failure of") && !$0.hasPrefix("!! the stub of") }) {
      return .wrong("the harness complains: \(other)")
    }
    if added.contains(where: { $0.hasPrefix("! ") || $0.hasPrefix("[!] ") }) { return .said }
    // Missing output is a fault unless the app reports the reason.
    let differs = lines.contains { $0.drop(while: \.isNumber).drop { $0 == " " }.hasPrefix("-   ") }
    return differs || !added.allSatisfy { $0.hasPrefix("!!") } ? .wrong(silence) : .said
  }
}
