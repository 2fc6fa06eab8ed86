import Foundation
import Signals
import SignalsTesting
import VIPER

@testable import REPL

/// A session with random input, as at a terminal or on a pipe: changes between two lines are printed immediately.
@MainActor final class Typist {
  /// A clock that the test advances. Work without delay runs on the main queue, as in a session.
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
  ///   - texts: the arguments of a command, keyed by its name.
  ///   - lines: the lines to type in addition to the screens' commands.
  init(_ app: ConsoleApp, options: [String: String] = [:], seed: UInt64, texts: [String: [String]], lines: [String]) {
    self.app = app
    self.texts = texts
    self.lines = lines
    numbers = SeededNumbers(seed: seed)
    let environment = AppEnvironment.fixed(by: VirtualDate(clock))
    runner = LineRunner(limits: Settling.Limits(isWaiting: true), recorder: Recording.save) {
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

  /// Pauses at random, like a user who thinks.
  private func think() async {
    guard Int.random(in: 0..<4, using: &numbers) == 0 else { return }
    let pause = Duration.milliseconds([1, 40, 300, 700, 2_000, 61_000].randomElement(using: &numbers) ?? 1)
    await wait(pause)
  }

  /// Advances the time.
  func wait(_ pause: Duration) async {
    typed.append("(\(pause))")
    let end = clock.now + pause
    // Work without delay runs before the time advances.
    await drain()
    // Advances from timer to timer, so that each change is printed at its time.
    while let due = clock.time.nextDue, due <= end {
      clock.time.advance(by: due - clock.now)
      await drain()
    }
    clock.time.advance(by: end - clock.now)
    await drain()
  }

  /// Runs due work and waits for the answers of real calls, such as file access, without advancing the time.
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

  /// The report of running the saved flow.
  func report(_ file: URL) async -> FlowReport { await app.run(flow: file) }
}
