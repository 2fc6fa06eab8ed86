import Effort
import Fixtures
import Foundation
import Home
import Signals
import SignalsTesting
import Testing
import VIPER

@testable import REPL

/// Sessions that were typed through the sample apps, saved: each passes when it is run.
@MainActor @Suite(.inTurn) struct SavedSessionTests {
  /// A clock that the test moves; work that is due at once comes on the main queue, as it does in a session.
  private struct Clock: Scheduler {
    let time = VirtualTimeScheduler()
    var now: Duration { time.now }

    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable { MainScheduler.main.schedule(work) }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
      delay > .zero ? time.schedule(after: delay, work) : schedule(work)
    }
  }

  /// One session, as it is at a terminal or on a pipe: what comes between two lines is printed when it comes.
  @MainActor private final class Typist {
    private let clock = Clock()
    private let app: ConsoleApp
    private let runner: LineRunner
    private var numbers: SeededNumbers
    private var isTyping = false
    private(set) var typed: [String] = []

    init(seed: UInt64, keepingIn folder: URL) {
      numbers = SeededNumbers(seed: seed)
      app = PlaygroundApp.console(keepingIn: folder)
      let app = app, environment = AppEnvironment.fixed(by: VirtualDate(clock))
      let options = ["store": ["memory", "file", "sqlite"][Int(seed % 3)]]
      runner = LineRunner(limits: Settling.Limits(isWaiting: true)) {
        Session(live: app, environment: environment, options: options)
      }
      runner.onSession = { [weak self] in self?.hear($0) }
      hear(runner.session)
    }

    private var console: Console { runner.session.console }

    private func hear(_ session: Session) {
      session.console.onChange = { [weak self, weak session] in
        MainScheduler.main.schedule {
          MainActor.assumeIsolated {
            guard let self, let session, !self.isTyping else { return }
            let lines = session.console.takeChanges()
            if !lines.isEmpty { self.runner.record(change: lines) }
          }
        }
      }
    }

    @discardableResult func type(_ line: String) async -> [String] {
      typed.append(line)
      isTyping = true
      defer { isTyping = false }
      return await runner.run(line)
    }

    /// Lets time go by, as it does while somebody thinks.
    private func think() async {
      guard Int.random(in: 0..<4, using: &numbers) == 0 else { return }
      let pause = Duration.milliseconds([1, 40, 300, 700, 2_000, 61_000].randomElement(using: &numbers) ?? 1)
      let end = clock.now + pause
      // Each at its time, for what changes then is printed then.
      while let due = clock.time.nextDue, due <= end {
        clock.time.advance(by: due - clock.now)
        for _ in 0..<5 { await MainQueueTurn.drained() }
      }
      clock.time.advance(by: end - clock.now)
      for _ in 0..<5 { await MainQueueTurn.drained() }
    }

    func step(_ sample: String) async {
      await think()
      await type(next(sample))
    }

    private func next(_ sample: String) -> String {
      let commands = console.offered
      guard Int.random(in: 0..<10, using: &numbers) > 2, let command = commands.randomElement(using: &numbers) else {
        return (Self.faults[sample, default: []] + Self.lines + [":open \(sample)"]).randomElement(using: &numbers)
          ?? "help"
      }
      switch command.argument {
      case .nothing: return command.name
      case .row: return "\(command.name) \(Int.random(in: 0...4, using: &numbers))"
      case .text:
        return
          "\(command.name) \((Self.texts[command.name] ?? ["", "x", "猫", "a b c"]).randomElement(using: &numbers) ?? "")"
      }
    }

    private static let texts = [
      "user": ["tangent", "", "jane"], "password": ["123456", "", "wrong"], "main": ["cats", "猫", " "],
      "name": ["Milk", "e\u{301}", "Call \"Bob\" after 2s", ""],
      "due": ["2001-01-01", "2001-01-05", "2001-01-12", "2014-01-01", "tomorrow"],
    ]
    private static let faults = [
      "todo": [
        ":fail store.save with \"disk full\"", ":fail store.items with \"broken\"", ":fail store.delete with \"no\"",
      ],
      "one": [":fail login.post with \"lost\"", ":stub login.post -> {\"code\": 300, \"message\": \"no\"} once"],
      "search": [":fail search.get with \"lost\"", ":fail picture.get with \"lost\""],
    ]
    private static let lines = [
      ":screen", ":tree", "help", "nonsense", ":back", ":cancel", ":calls", ":trace shown", " ",
    ]

    func save(as file: String) async -> [String] { await type(":save \(file)") }

    func end() async { _ = await runner.end() }

    /// What the saved flow gives when it is run.
    func report(_ file: URL) async -> FlowReport { await app.run(flow: file) }
  }

  @Test(
    "random sessions through each sample app, with faults, pauses and mistakes: what is saved passes, and nothing is complained of",
    arguments: ["todo", "one", "search"])
  func saved(_ sample: String) async throws {
    for seed in 0..<Effort.runs(short: 10, full: 100) {
      let folder = try TemporaryFolder()
      let typist = Typist(seed: UInt64(seed), keepingIn: folder.url), file = folder.file("saved.flow")
      await typist.type(":open \(sample)")
      for _ in 0..<25 { await typist.step(sample) }
      let said = await typist.save(as: file.path)
      await typist.end()
      let report = await typist.report(file)
      // Where a picture is saved is another place in a flow, and is said to be.
      let unexpected = said.filter { !$0.contains("'download'") }
      if report.passed, unexpected.isEmpty { continue }
      let text = (try? folder.read("saved.flow")) ?? "(nothing)"
      Issue.record(
        """
        \(sample), session \(seed)
        \(said.joined(separator: "\n"))
        \(report.text)
        typed:
        \(typist.typed.joined(separator: "\n"))
        saved:
        \(text)
        """)
    }
  }
}
