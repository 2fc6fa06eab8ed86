import Dispatch
import Effort
import Signals
import Testing
import VIPER

@testable import REPL

/// Work on other threads: a flow has the same output, however long a thread is delayed.
@MainActor @Suite struct ElsewhereTests {
  private typealias Ask = @Sendable (Calls, AppEnvironment) -> Signal<String, CallFailure>

  /// Blocks threads other than the main queue until it is opened.
  private struct Gate: Sendable {
    private let isOpen = DispatchSemaphore(value: 0)

    func pass() { if !MainQueue.isCurrent { isOpen.wait() } }

    func open() { isOpen.signal() }
  }

  private nonisolated static let ending = Settling.Limits().ending

  /// The outputs of the lines of a flow, and of its end, on a screen whose `ask` prints the answer of `work`.
  private func outputs(
    _ lines: String..., clock: any Scheduler = AskingClock { _ in false }, _ work: @escaping Ask
  ) async throws -> [[String]] {
    let app = ConsoleApp("elsewhere") { session, router in
      let calls = session.calls.hermetic, environment = session.environment, said = MutableProperty("")
      let ask = Command<Void, String, CallFailure> { work(calls, environment) }
      ask.values.bind(to: said).stored(in: router.alive)
      return ConsoleView(
        .label("said", said), .busy(ask.isExecuting), .button("ask", ask), .alert("", ask.failures.map(\.text)))
    }
    let text = "> :open home\n" + lines.map { "> \($0)\n" }.joined()
    let run = try await FlowRunner(app, limits: Settling.Limits(clock: clock)).execute(text)
    return run.phases.flatMap { $0.steps.dropFirst().map(\.output) } + [run.end]
  }

  /// Real work on another thread.
  private nonisolated static func elsewhere(
    _ body: @escaping @Sendable (Emitter<String, CallFailure>) -> Void
  ) -> Signal<String, CallFailure> {
    Signal { emitter in DispatchQueue.global().async { body(emitter) } }
  }

  @Test("a line waits for an answer and its effects") func answers() async throws {
    let gate = Gate()
    defer { gate.open() }
    let printed = try await outputs("ask") { calls, _ in
      let work = Self.elsewhere { emitter in
        emitter.send("yes")
        emitter.complete()
      }
      return calls.call("ask", work, failure: CallFailure.init).doNext { _ in gate.pass() }
    }
    #expect(printed == [["said: yes"], []])
  }

  @Test("a line waits for a failure and its effects") func failures() async throws {
    let gate = Gate()
    defer { gate.open() }
    let printed = try await outputs("ask") { calls, _ in
      calls.call("ask", Self.elsewhere { $0.fail(CallFailure("no")) }, failure: CallFailure.init)
        .doError { _ in gate.pass() }
    }
    #expect(printed == [["! no"], []])
  }

  @Test("a line waits for the end of a call that has answered") func ends() async throws {
    let gate = Gate()
    defer { gate.open() }
    let clock = AskingClock { delay in
      if delay == Self.ending { gate.open() }
      return false
    }
    let printed = try await outputs("ask", clock: clock) { calls, _ in
      let work = Self.elsewhere { emitter in
        emitter.send("yes")
        gate.pass()
        emitter.complete()
      }
      return calls.call("ask", work, failure: CallFailure.init)
    }
    #expect(printed == [["said: yes"], []])
  }

  @Test("a call that goes on after its answer is waited for once") func goesOn() async throws {
    let moments = MutableProperty(0)
    let clock = AskingClock { delay in
      if delay == Self.ending { moments.modify { $0 += 1 } }
      return delay == Self.ending
    }
    let printed = try await outputs("ask", ":screen", ":screen", clock: clock) { calls, _ in
      calls.call("ask", Self.elsewhere { $0.send("yes") }, failure: CallFailure.init)
    }
    let screen = ["said: yes", "…"]
    #expect(printed.dropLast() == [screen, screen, screen])
    #expect(printed.last?.first?.hasPrefix("!! the call 'ask' is still under way, made at line 2 by 'ask'") == true)
    #expect(moments.value == 1)
  }

  // MARK: Async functions

  @Test("a line does not wait for an async function in virtual time, on any executor", arguments: [true, false])
  func asyncCall(isOnTime: Bool) async throws {
    let printed = try await outputs("ask", ":advance 1s", ":advance 1s", ":quit") { calls, environment in
      let executor = isOnTime ? environment.executor : nil
      let work = Signal<String, CallFailure>(on: executor) {
        await Self.wait(on: environment)
        return "yes"
      }
      return calls.call("ask", work, failure: CallFailure.init)
    }
    #expect(printed == [["…"], ["…"], ["+1s", "said: yes"], [], []])
  }

  @Test("a line waits for the real part of an async function before its virtual time") func mixedCall() async throws {
    let printed = try await outputs("ask", ":advance 2s") { calls, environment in
      let work = Signal<String, CallFailure>(on: environment.executor) {
        await Self.resumeElsewhere()
        await Self.wait(on: environment)
        await Self.resumeElsewhere()
        return "yes"
      }
      return calls.call("ask", work, failure: CallFailure.init)
    }
    #expect(printed == [["…"], ["+2s", "said: yes"], []])
  }

  @Test("on the session's executor, an async function without a name runs in virtual time")
  func asyncWithoutCall() async throws {
    let printed = try await outputs("ask", ":advance 2s", ":quit") { _, environment in
      Signal<String, CallFailure>(on: environment.executor) { () async throws(CallFailure) in
        await Self.wait(on: environment)
        return "yes"
      }
    }
    #expect(printed == [["…"], ["+2s", "said: yes"], [], []])
  }

  private nonisolated static func wait(on environment: AppEnvironment) async {
    _ = await Signal<Void, Never>.just(()).delay(.seconds(2), on: environment.scheduler).firstValue()
  }

  private nonisolated static func resumeElsewhere() async {
    await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
  }

  // MARK: The same in each run

  @Test("work that ends on other threads gives the same transcript in each run") func same() async throws {
    func printed() async throws -> [[String]] {
      try await outputs("ask", "ask", ":advance 1s", "ask", ":advance 1s", "ask", ":quit") { calls, environment in
        let hops = Signal<String, CallFailure> { emitter in
          DispatchQueue.global().async {
            emitter.send("some")
            DispatchQueue.global(qos: .background).async {
              emitter.send("all")
              emitter.complete()
            }
          }
        }
        let waits = Signal<String, CallFailure> {
          await Self.resumeElsewhere()
          await Self.wait(on: environment)
          await Self.resumeElsewhere()
          return "waited"
        }
        let fails = Self.elsewhere { $0.fail(CallFailure("no")) }
        return calls.call("hops", hops, failure: CallFailure.init)
          .concat(calls.call("waits", waits, failure: CallFailure.init))
          .concat(calls.call("fails", fails, failure: CallFailure.init))
      }
    }
    let first = try await printed()
    #expect(first.count == 8 && first.contains { $0.contains("! no") })
    for _ in 0..<Effort.runs(short: 20, full: 300, all: 1_000) {
      let next = try await printed()
      guard next != first else { continue }
      Issue.record("\(next) is not \(first)")
      return
    }
  }

  // MARK: Releasing

  private final class Kept: Presenter {}

  @Test("an object that another thread releases a moment later is not a leak") func lateRelease() async throws {
    let kept = MutableProperty<[Kept]>([])
    let app = ConsoleApp("late", home: "home") { session in
      let module = Module(Route<Void, Never>("home")) { _, _ in
        let presenter = Kept()
        kept.value = [presenter]
        return Assembly(view: ConsoleView(.title(Property(constant: "Home"))), presenter: presenter)
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    let session = Session(scripted: app), time = session.time, looks = MutableProperty(0)
    let clock = AskingClock { _ in
      let look = looks.modify { count in
        count += 1
        return count
      }
      // The session waits while new work arrives.
      if look < 100 { time?.schedule {} } else { kept.value = [] }
      return look >= 100
    }
    let runner = LineRunner(limits: Settling.Limits(clock: clock)) { session }
    _ = await runner.run(":open home")
    #expect(await runner.run(":quit") == [])
    #expect(looks.value == 100)
  }
}
