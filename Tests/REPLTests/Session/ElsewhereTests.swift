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
    _ lines: String..., clock: any Scheduler = AskingClock { _ in false }, work: @escaping Ask
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

  /// A call whose real work is on another thread.
  private nonisolated static func call(
    _ calls: Calls, _ body: @escaping @Sendable (Emitter<String, CallFailure>) -> Void
  ) -> Signal<String, CallFailure> {
    let work = Signal<String, CallFailure> { emitter in DispatchQueue.global().async { body(emitter) } }
    return calls.call("ask", work, failure: CallFailure.init)
  }

  /// A call whose work is an async function.
  private nonisolated static func call(
    _ calls: Calls, on executor: (any TaskExecutor)?, _ body: @escaping @Sendable () async -> String
  ) -> Signal<String, CallFailure> {
    calls.call("ask", Signal<String, CallFailure>(on: executor) { await body() }, failure: CallFailure.init)
  }

  private nonisolated static func answer(_ emitter: Emitter<String, CallFailure>, after end: Gate? = nil) {
    emitter.send("yes")
    end?.pass()
    emitter.complete()
  }

  @Test("a line waits for an answer or a failure, for their effects, and for the end of a call that has answered")
  func answers() async throws {
    let effects = Gate()
    defer { effects.open() }
    let works: [(said: String, work: @Sendable (Emitter<String, CallFailure>, Gate) -> Void)] = [
      ("said: yes", { emitter, _ in Self.answer(emitter) }),
      ("said: yes", { emitter, end in Self.answer(emitter, after: end) }),
      ("! no", { emitter, _ in emitter.fail(CallFailure("no")) }),
    ]
    for (said, work) in works {
      let end = Gate()
      defer { end.open() }
      let clock = AskingClock { delay in
        if delay == Self.ending { end.open() }
        return false
      }
      let printed = try await outputs("ask", clock: clock) { calls, _ in
        Self.call(calls) { work($0, end) }.doValue { _ in effects.pass() }.doFailed { _ in effects.pass() }
      }
      #expect(printed == [[said], []])
    }
  }

  @Test("a call that goes on after its answer is waited for once") func goesOn() async throws {
    let moments = MutableProperty(0)
    let clock = AskingClock { delay in
      if delay == Self.ending { moments.modify { $0 += 1 } }
      return delay == Self.ending
    }
    let printed = try await outputs("ask", ":screen", ":screen", clock: clock) { calls, _ in
      Self.call(calls) { $0.send("yes") }
    }
    let screen = ["said: yes", "…"]
    #expect(printed.dropLast() == [screen, screen, screen])
    #expect(printed.last?.first?.hasPrefix("!! the call 'ask' is still under way, made at line 2 by 'ask'") == true)
    #expect(moments.value == 1)
  }

  // MARK: Async functions

  @Test(
    "an async function waits in virtual time, in a call on any executor or without one; only its real part delays a line"
  )
  func virtual() async throws {
    let works: [Ask] = [
      { calls, environment in Self.call(calls, on: environment.executor) { await Self.yes(on: environment) } },
      { calls, environment in Self.call(calls, on: nil) { await Self.yes(on: environment) } },
      { calls, environment in Self.call(calls, on: environment.executor) { await Self.realYes(on: environment) } },
      { _, environment in
        Signal(on: environment.executor) { () async throws(CallFailure) in await Self.yes(on: environment) }
      },
    ]
    for work in works {
      let printed = try await outputs("ask", ":advance 1s", ":advance 1s", ":quit", work: work)
      #expect(printed == [["…"], ["…"], ["+1s", "said: yes"], [], []])
    }
  }

  private nonisolated static func yes(on environment: AppEnvironment) async -> String {
    _ = await Signal<Void, Never>.just(()).delay(.seconds(2), on: environment.scheduler).firstValue()
    return "yes"
  }

  /// The same, between real work on other threads.
  private nonisolated static func realYes(on environment: AppEnvironment) async -> String {
    await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
    let yes = await yes(on: environment)
    await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
    return yes
  }

  // MARK: The same in each run

  @Test("work that ends on other threads gives the same transcript in each run") func same() async throws {
    func printed() async throws -> [[String]] {
      try await outputs("ask", "ask", ":advance 1s", "ask", ":advance 1s", "ask", ":quit") { calls, environment in
        let hops = Self.call(calls) { emitter in
          DispatchQueue.global().async {
            emitter.send("some")
            DispatchQueue.global(qos: .background).async {
              emitter.send("all")
              emitter.complete()
            }
          }
        }
        return hops.concat(Self.call(calls, on: nil) { await Self.realYes(on: environment) })
          .concat(Self.call(calls) { $0.fail(CallFailure("no")) })
      }
    }
    let first = try await printed()
    #expect(first.count == 8)
    #expect(first.contains { $0.contains("! no") })
    for _ in 0..<Effort.runs(short: 20, full: 100, all: 1_000) {
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
    let home = Module(Route<Void, Never>("home")) { _, _ in
      kept.value = [Kept()]
      return Assembly(view: ConsoleView(.title("Home")), presenter: kept.value.first)
    }
    let app = ConsoleApp("late", home: "home") { session in
      try Navigator(stage: session.console, environment: session.environment, modules: [home])
    }
    let session = Session(scripted: app), time = session.time, looks = MutableProperty(0)
    let clock = AskingClock { _ in
      looks.modify { $0 += 1 }
      // The session waits while new work arrives.
      if looks.value < 100 { time?.schedule {} } else { kept.value = [] }
      return looks.value >= 100
    }
    let runner = LineRunner(limits: Settling.Limits(clock: clock)) { session }
    _ = await runner.run(":open home")
    #expect(await runner.run(":quit").output == [])
    #expect(looks.value == 100)
  }

  // MARK: Work outside of calls

  @Test("a property that another thread sets is a complaint, under the line or the next one, also beside a live query")
  func changed() async throws {
    let gate = DispatchSemaphore(value: 0), isOver = DispatchSemaphore(value: 0)
    let app = ConsoleApp("threads") { session, router in
      let said = MutableProperty(""), rows = Signal<Void, CallFailure>.never.prepend(())
      session.calls.hermetic.call("rows", as: .live, rows, decode: { _ in }, failure: CallFailure.init).start()
        .stored(in: router.alive)
      return ConsoleView(
        .label("said", said),
        .button(
          "now",
          Command.sync {
            DispatchQueue.global().async {
              said.value = "now"
              isOver.signal()
            }
            isOver.wait()
          }),
        .button(
          "late",
          Command.sync {
            DispatchQueue.global().async {
              gate.wait()
              said.value = "late"
              isOver.signal()
            }
          }),
        .button(
          "open",
          Command.sync {
            gate.signal()
            isOver.wait()
          }))
    }
    func complaint(_ place: String) -> String {
      "!! another thread changed the screen outside of a named call, at \(place); a flow cannot wait for that: give the work "
        + "a name with session.calls.call(…)"
    }
    let run = try await FlowRunner(app).execute("> :open home\n> now\n> late\n> open\n")
    #expect(
      run.steps.map(\.output) == [
        [], ["said: now", complaint("line 2 by 'now'")], [], ["said: late", complaint("line 4 by 'open'")],
      ])
    let named = try await outputs("ask") { calls, _ in
      Self.call(calls) { emitter in
        emitter.send("yes")
        emitter.complete()
      }
    }
    #expect(named == [["said: yes"], []])
  }

  /// The complaints at the end of a flow whose `ask` starts a task.
  private func end(_ start: @escaping @Sendable (AppEnvironment) -> Disposable) async throws -> [String] {
    let app = ConsoleApp("tasks") { session, router in
      let environment = session.environment
      return ConsoleView(.button("ask", Command.sync { start(environment).stored(in: router.alive) }))
    }
    let run = try await FlowRunner(app).execute("> :open home\nhome> ask\n> :screen\n")
    #expect(run.steps.allSatisfy { $0.output.isEmpty })
    return run.end
  }

  @Test("a task that outlives its screen is a complaint, with its line") func outliving() async throws {
    let gate = AsyncGate()
    let ended = try await end { _ in
      Task { await gate.pass() }
      return Disposable()
    }
    let remedy = "make it a Signal(on: environment.executor, async: …), which ends with its screen"
    #expect(ended == ["!! a task is still running, started at line 2 by 'ask'; \(remedy)"])
    await gate.open()
  }

  @Test("tasks that end with their screen are no complaint") func ending() async throws {
    let (values, input) = Signal<Int, Never>.pipe()
    defer { withExtendedLifetime(input) {} }
    let starts: [@Sendable (AppEnvironment) -> Disposable] = [
      { environment in
        Signal<Void, Never>(on: environment.executor) { _ = await Signal<Int, Never>.never.firstValue() }.start()
      },
      { _ in Signal<Void, Never>(on: nil) { _ = await Signal<Int, Never>.never.firstValue() }.start() },
      { _ in
        let task = Task { for await _ in values.values() {} }
        return Disposable { task.cancel() }
      },
    ]
    for start in starts { #expect(try await end(start) == []) }
  }

  /// Suspends tasks until it is opened.
  private actor AsyncGate {
    private var waiting: [CheckedContinuation<Void, Never>] = [], isOpen = false

    func pass() async { if !isOpen { await withCheckedContinuation { waiting.append($0) } } }

    func open() {
      isOpen = true
      for task in waiting { task.resume() }
      waiting = []
    }
  }
}
