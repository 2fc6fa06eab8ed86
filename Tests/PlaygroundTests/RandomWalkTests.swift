import Effort
import Foundation
import Home
import Signals
import SignalsTesting
import Testing
import VIPER

@testable import REPL

/// Random walks through the screens of the sample apps.
@MainActor @Suite(.inTurn) struct RandomWalkTests {
  /// One walk, in its own session. The input depends only on the earlier input.
  @MainActor private final class Walk {
    private let runner: LineRunner
    private var input: RandomInput
    private(set) var typed: [String] = []
    private(set) var screens: Set<String> = []

    init(seed: UInt64) {
      let app = PlaygroundApp.console(keepingIn: URL(fileURLWithPath: "/dev/null/data"))
      runner = LineRunner { Session(scripted: app) }
      input = RandomInput(seed: seed, lines: Self.lines) { _ in Self.texts }
    }

    private var console: Console { runner.session.console }
    private var tree: NavigationTree { runner.session.navigator?.tree.value ?? NavigationTree() }

    /// Types a random line; returns the problem after it.
    func step() async -> String? {
      await problem(after: tree.root == nil ? ":open home" : input.line(for: console))
    }

    /// Waits for all work, goes back to the first screen and ends the session; returns the problem.
    func end() async -> String? {
      if let problem = await problem(after: ":advance 5m") { return problem }
      if console.screen.contains("…") { return "it is still busy: \(console.screen)" }
      for _ in 0..<50 where tree.path.count > 1 {
        let before = tree.path.count
        guard let way = ["back", "cancel", "touch"].first(where: offers) else {
          return "no way back from \(runner.prompt)"
        }
        if let problem = await problem(after: way) { return problem }
        if tree.path.count >= before { return "\(way) leads nowhere" }
      }
      // A call that was set to fail may have been made on the way.
      if let problem = await problem(after: ":advance 5m") { return problem }
      // A failure that was set but not used is no problem of the app.
      let left = await runner.end().filter {
        !$0.hasSuffix("was never used; take it out") && !$0.contains("did you mean")
      }
      return left.isEmpty ? nil : left.joined(separator: "\n")
    }

    private func offers(_ name: String) -> Bool { console.offered.contains { $0.name == name } }

    private func problem(after line: String) async -> String? {
      typed.append(line)
      let output = await runner.run(line)
      screens.insert(runner.prompt)
      if let complaint = output.first(where: { $0.hasPrefix("!!") }) { return complaint }
      if runner.isStuck { return "it does not end" }
      return Self.problem(of: tree)
    }

    /// Returns an inconsistency of the tree: a repeated number, a selected tab that does not exist, or focus on a closed node.
    private static func problem(of tree: NavigationTree) -> String? {
      var ids: [Int] = []
      func visit(_ node: NavigationTree.Node) -> String? {
        ids.append(node.id)
        if let selected = node.selected, !node.children.contains(where: { $0.id == selected && $0.style == .tab }) {
          return "\(node.name) shows the tab \(selected), which it has not"
        }
        if node.children.count(where: { $0.style == .push || $0.style == .modal }) > 1 {
          return "\(node.name) has two screens on top"
        }
        return node.children.lazy.compactMap(visit).first
      }
      if let problem = tree.root.flatMap(visit) { return problem }
      if Set(ids).count != ids.count { return "two nodes of one number: \(tree)" }
      return tree.focus.allSatisfy(ids.contains) ? nil : "the focus is on what is not open: \(tree)"
    }

    private static let texts = [
      "", "x", "猫", "tangent", "123456", "cats", "2001-01-01", "2001-01-05", "2001-13-99", "tomorrow", "e\u{301}",
      "a b c",
    ]
    private static let lines = [
      ":advance 1ms", ":advance 700ms", ":advance 2s", ":advance 1m", ":advance 1h", ":open home", ":open todo",
      ":open /todo/add", ":open one", ":open search", ":open /search/setting", ":open /search/setting/timer",
      ":open about",
      ":open /search/details?usrid=123", ":open nowhere", ":fail store.save with \"disk full\"",
      ":fail store.items with \"broken\" after 1s", ":fail store.delete with \"no\"", ":fail login.post with \"lost\"",
      ":fail search.get with \"lost\" after 2s", ":fail picture.get with \"lost\"", ":event loadData \"x\"",
      ":now 2001-01-03T23:59", ":back", ":back 3", ":tree", ":screen", "help", "nonsense",
    ]
  }

  @Test(
    "random commands with failures and pauses cause no complaint, no endless work and no dead end",
    arguments: 0..<Effort.runs(short: 1, full: 8, all: 20))
  func walks(_ part: Int) async {
    var screens: Set<String> = []
    for seed in 0..<20 {
      let walk = Walk(seed: UInt64(part * 20 + seed))
      var problem: String?
      for _ in 0..<50 where problem == nil { problem = await walk.step() }
      if problem == nil { problem = await walk.end() }
      screens.formUnion(walk.screens)
      if let problem {
        Issue.record("\(problem)\nafter\n\(walk.typed.map { "> \($0)" }.joined(separator: "\n"))")
        return
      }
    }
    #expect(screens.count > 10, "\(screens.sorted())")
  }
}
