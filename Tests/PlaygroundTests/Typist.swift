import Fixtures
import Foundation
import Signals
import SignalsTesting
import VIPER

@testable import REPL
@testable import REPLTools

/// A session with random input, as at a terminal or on a pipe: changes between two lines are printed immediately.
@MainActor final class Typist {
  /// A clock that the test advances. Work without delay runs on the main queue, as in a session.
  private struct Clock: Scheduler {
    let time = VirtualTimeScheduler()
    var now: Duration { time.now }

    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable { DispatchScheduler.main.schedule(work) }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
      delay > .zero ? time.schedule(after: delay, work) : schedule(work)
    }
  }
  private let clock = Clock()
  private let app: ConsoleApp
  private let runner: LineRunner
  private var input: RandomInput
  private var isTyping = false
  private(set) var typed: [String] = []

  /// - Parameters:
  ///   - texts: the arguments of a command, keyed by its name.
  ///   - lines: the lines to type in addition to the screens' commands.
  init(_ app: ConsoleApp, options: [String: String] = [:], seed: UInt64, texts: [String: [String]], lines: [String]) {
    var app = app
    app.optionValues = options
    self.app = app
    input = RandomInput(seed: seed, lines: lines) { texts[$0] ?? ["", "x", "猫", "a b c"] }
    let environment = AppEnvironment.fixed(by: VirtualDate(clock))
    runner = LineRunner(limits: Settling.Limits(isWaiting: true), recorder: Recording.recorder) { [app] in
      Session(live: app, environment: environment)
    }
    runner.onSession = { [weak self] in self?.hear($0) }
    hear(runner.session)
  }

  private func hear(_ session: Session) {
    session.console.onChange = { [weak self, weak session] in
      DispatchScheduler.main.schedule {
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
    return await runner.run(line).output
  }

  /// Pauses at random, like a user who thinks.
  private func think() async {
    guard Int.random(in: 0..<4, using: &input.numbers) == 0 else { return }
    let pause = Duration.milliseconds([1, 40, 300, 700, 2_000, 61_000].randomElement(using: &input.numbers) ?? 1)
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
    await type(input.line(for: runner.session.console))
  }

  /// Saves the session, ends it and runs the saved flow; returns the problem and the flow.
  ///
  /// - Parameter isExpected: whether a session may be saved with that warning.
  func saved(isExpected: (String) -> Bool = { _ in false }) async throws -> (problem: String?, flow: String) {
    let folder = try TemporaryFolder(), file = folder.file("saved.flow")
    let said = await type(":save \(file.path)").filter { !isExpected($0) }
    _ = await runner.end()
    let report = await app.run(flow: file), flow = (try? folder.read("saved.flow")) ?? "(nothing)"
    if report.passed, said.isEmpty { return (nil, flow) }
    let parts = [said.joined(separator: "\n"), report.text, "typed:", typed.joined(separator: "\n"), "saved:", flow]
    return (parts.joined(separator: "\n"), flow)
  }
}

/// Random input for a session: mostly commands of the screen, otherwise lines for the session.
struct RandomInput {
  var numbers: SeededNumbers
  private let lines: [String]
  private let texts: (_ command: String) -> [String]

  init(seed: UInt64, lines: [String], texts: @escaping (_ command: String) -> [String]) {
    (numbers, self.lines, self.texts) = (SeededNumbers(seed: seed), lines, texts)
  }

  @MainActor mutating func line(for console: Console) -> String {
    let commands = console.offered
    guard Int.random(in: 0..<10, using: &numbers) > 2, let command = commands.randomElement(using: &numbers) else {
      return lines.randomElement(using: &numbers) ?? "help"
    }
    switch command.argument {
    case .nothing: return command.name
    case .row: return "\(command.name) \(Int.random(in: 0...4, using: &numbers))"
    case .text: return "\(command.name) \(texts(command.name).randomElement(using: &numbers) ?? "")"
    }
  }
}
