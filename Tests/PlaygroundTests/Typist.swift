import Foundation
import Signals
import SignalsTesting
import VIPER

@testable import REPL

/// A session that is typed at random, as it is at a terminal or on a pipe: what comes between two lines is printed when it comes.
@MainActor final class Typist {
  /// A clock that the test moves; work that is due at once comes on the main queue, as it does in a session.
  private struct Clock: Scheduler {
    let time = VirtualTimeScheduler()
    var now: Duration { time.now }

    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable { MainScheduler.main.schedule(work) }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
      delay > .zero ? time.schedule(after: delay, work) : schedule(work)
    }
  }
  private let clock = Clock()
  private let app: ConsoleApp
  private let runner: LineRunner
  private let texts: [String: [String]]
  private let lines: [String]
  private var numbers: SeededNumbers
  private var isTyping = false
  private(set) var typed: [String] = []

  /// - Parameters:
  ///   - texts: what is typed behind a command, by its name.
  ///   - lines: what is typed besides the commands of the screens.
  init(_ app: ConsoleApp, options: [String: String] = [:], seed: UInt64, texts: [String: [String]], lines: [String]) {
    self.app = app
    self.texts = texts
    self.lines = lines
    numbers = SeededNumbers(seed: seed)
    let environment = AppEnvironment.fixed(by: VirtualDate(clock))
    runner = LineRunner(limits: Settling.Limits(isWaiting: true)) {
      Session(live: app, environment: environment, options: options)
    }
    runner.onSession = { [weak self] in self?.hear($0) }
    hear(runner.session)
  }

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

  /// Pauses now and then, as a user does who thinks.
  private func think() async {
    guard Int.random(in: 0..<4, using: &numbers) == 0 else { return }
    let pause = Duration.milliseconds([1, 40, 300, 700, 2_000, 61_000].randomElement(using: &numbers) ?? 1)
    await wait(pause)
  }

  /// Lets time go by.
  func wait(_ pause: Duration) async {
    typed.append("(\(pause))")
    let end = clock.now + pause
    // What is due at once comes before time goes by.
    await drain()
    // Each at its time, for what changes then is printed then.
    while let due = clock.time.nextDue, due <= end {
      clock.time.advance(by: due - clock.now)
      await drain()
    }
    clock.time.advance(by: end - clock.now)
    await drain()
  }

  /// Runs what is due, and waits until real calls, such as that of a file, have answered: here no time goes by meanwhile.
  private func drain() async {
    let calls = runner.session.calls
    repeat {
      let seen = calls.log.activity.value
      for _ in 0..<5 { await MainQueueTurn.drained() }
      guard !calls.awaited.isEmpty, calls.log.activity.value == seen else { continue }
      _ = await calls.log.activity.signal.first { $0 > seen }.firstValue()
    } while !calls.awaited.isEmpty
  }

  /// Types a line.
  func step() async {
    await think()
    await type(next())
  }

  private func next() -> String {
    let commands = runner.session.console.offered
    guard Int.random(in: 0..<10, using: &numbers) > 2, let command = commands.randomElement(using: &numbers) else {
      return lines.randomElement(using: &numbers) ?? "help"
    }
    switch command.argument {
    case .nothing: return command.name
    case .row: return "\(command.name) \(Int.random(in: 0...4, using: &numbers))"
    case .text:
      return "\(command.name) \((texts[command.name] ?? ["", "x", "猫", "a b c"]).randomElement(using: &numbers) ?? "")"
    }
  }

  func save(as file: String) async -> [String] { await type(":save \(file)") }

  func end() async { _ = await runner.end() }

  /// What the saved flow gives when it is run.
  func report(_ file: URL) async -> FlowReport { await app.run(flow: file) }
}
