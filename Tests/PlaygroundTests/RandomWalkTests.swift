import Effort
import Fixtures
import Foundation
import Home
import ModuleTemplate
import Signals
import SignalsTesting
import Testing
import VIPER

@testable import REPL

/// Random walks through the screens of the sample apps and of a generated module.
@MainActor @Suite(.inTurn) struct RandomWalkTests {
  enum App: CaseIterable {
    case samples, slow, module

    @MainActor fileprivate var console: ConsoleApp {
      self == .module
        ? ConsoleApp("notes", home: "__route__") { session in
          try Navigator(
            stage: session.console, environment: session.environment, modules: __Name__Module.all(for: session))
        } : PlaygroundApp.console(keepingIn: URL(fileURLWithPath: "/dev/null/data"))
    }
    fileprivate var options: [String: String] { self == .slow ? ["server": "slow"] : [:] }
    fileprivate var root: String { self == .module ? "__route__" : "home" }

    /// The lines to type in addition to the screens' commands.
    fileprivate var lines: [String] {
      let links =
        self == .module
        ? []
        : [
          "todo", "/todo/add", "one", "/one/two", "search", "/search/setting", "/search/setting/timer", "about",
          "/search/details?usrid=123", "nowhere",
        ]
      let calls =
        self == .module
        ? ["__route__.all", "__route__.save"]
        : ["store.save", "store.changes", "store.delete", "login.post", "search.get", "picture.get"]
      return ([root] + links).map { ":open \($0)" } + calls.map { ":fail \($0) with \"no\"" }
        + calls.map { ":fail \($0) with \"late\" after 2s" } + [
          ":advance 1ms", ":advance 700ms", ":advance 2s", ":advance 1m", ":advance 3h", ":now 2001-01-03T23:59",
          ":event loadData \"x\"", ":back", ":back 3", ":cancel", ":tree", ":screen", ":calls", ":trace shown", "help",
          "nonsense",
        ]
    }
    fileprivate static let texts = [
      "", "x", "猫", "tangent", "123456", "cats", "2001-01-01", "2001-01-05", "2001-13-99", "tomorrow", "e\u{301}",
      "a b c", "- x", "1. x", "x: y", "! x", "todo>",
    ]
  }

  /// One walk, in its own session. The input depends only on the earlier input.
  @MainActor private final class Walk {
    private let app: App
    private let runner: LineRunner
    private var input: RandomInput
    private var model = TranscriptModel()
    private var typed: [String] = []
    private(set) var screens: Set<String> = []

    init(_ app: App, seed: Int) {
      var console = app.console
      console.optionValues = app.options
      self.app = app
      runner = LineRunner { [console] in Session(scripted: console) }
      input = RandomInput(seed: UInt64(seed), lines: app.lines) { _ in App.texts }
    }

    private var console: Console { runner.session.console }
    private var tree: NavigationTree { runner.session.navigator?.tree.value ?? NavigationTree() }

    /// Types random lines, waits for all work, goes back to the first screen and ends the session; returns the problem.
    func problem(steps: Int) async -> String? {
      for _ in 0..<steps {
        if let problem = await problem(after: tree.root == nil ? ":open \(app.root)" : input.line(for: console)) {
          return problem
        }
      }
      if let problem = await problem(after: ":advance 5m") { return problem }
      if console.screen.contains("…") { return told("it is still busy: \(console.screen)") }
      for _ in 0..<50 where tree.path.count > 1 {
        let before = tree.path.count
        guard
          let way = ["back", "cancel", "touch"].first(where: { way in console.offered.contains { $0.name == way } })
        else { return told("no way back from \(runner.prompt)") }
        if let problem = await problem(after: way) { return problem }
        if tree.path.count >= before { return told("\(way) leads nowhere") }
      }
      // A call that was set to fail may have been made on the way.
      if let problem = await problem(after: ":advance 5m") { return problem }
      // A failure that was set but not used is no problem of the app.
      let left = await runner.end().output.filter {
        !$0.hasSuffix("was never used; remove it") && !$0.contains("did you mean")
      }
      return left.isEmpty ? nil : told(left.joined(separator: "\n"))
    }

    private func problem(after line: String) async -> String? {
      typed.append(runner.prompt + line)
      let result = await runner.run(line), output = result.output
      screens.insert(runner.prompt)
      if let complaint = output.first(where: { $0.hasPrefix("!!") }) { return told(complaint) }
      if result.state == .stuck { return told("it does not end") }
      // More commands than there are cannot be taken back, and nothing is printed again.
      let isRefused = line == ":back 3" && output.first?.hasPrefix("! ") == true
      if !isRefused { model.read(line, FlowRunner.visible(output), next: String(runner.prompt.dropLast(2))) }
      if model.screen != console.screen {
        return told("the output \(output) is read as\n\(model.screen)\nand the screen is\n\(console.screen)")
      }
      return Self.problem(of: tree).map(told)
    }

    private func told(_ problem: String) -> String { "\(problem)\nafter\n\(typed.joined(separator: "\n"))" }

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
  }

  @Test(
    "random commands with failures and pauses cause no complaint, no endless work and no dead end; the screen can be rebuilt from their output",
    arguments: [(.samples, 0), (.slow, 1), (.module, 2)]
      + (3..<Effort.runs(short: 3, full: 7, all: 22)).map { (.samples, $0) }
      as [(App, Int)])
  func walks(_ app: App, _ part: Int) async {
    var screens: Set<String> = []
    for seed in 0..<(Effort.isFull || app == .samples ? 20 : 5) {
      let walk = Walk(app, seed: part * 20 + seed)
      if let problem = await walk.problem(steps: 50) { Issue.record("session \(part * 20 + seed): \(problem)") }
      screens.formUnion(walk.screens)
    }
    #expect(screens.count > (app == .module ? 1 : 10), "\(screens.sorted())")
  }
}
