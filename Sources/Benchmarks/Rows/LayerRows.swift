import Foundation
import REPL
import REPLTools
import Signals
import VIPER
import VIPERTesting

/// The layers above: modules and flows.
enum LayerRows {
  static let all = [trace, module, flow, explored]

  static let trace = Row(
    name: "trace-off", title: "a named signal, its trace off",
    subject: observing { signal, navigator in signal.traced("number", by: navigator.router) },
    floor: observing { signal, _ in signal }, goal: Goal(ratio: 3, allocations: 0))

  /// Events of a pipe, observed through the signal that `name` makes of it.
  private static func observing(
    _ name: @escaping @MainActor @Sendable (Signal<Int, Never>, Navigator) -> Signal<Int, Never>
  ) -> Contender {
    Contender(name: "a pipe") {
      let total = Total()
      let (signal, input) = Signal<Int, Never>.pipe()
      let named = MainActor.assumeIsolated { () -> Signal<Int, Never> in
        let app = CounterApp(stage: RecordingStage(), on: VirtualTimeScheduler())
        app?.navigator.trace.isOn = false
        return app.map { name(signal, $0.navigator) } ?? signal
      }
      let observation = named.observeValues { total.add($0) }
      return { count in
        for value in 0..<count { input.send(value) }
        withExtendedLifetime(observation) {}
      }
    }
  }

  static let module = Row(
    name: "module", title: "open and close a module: view, presenter, interactor, router, bindings", unit: "module",
    subject: Contender(name: "VIPER") {
      let app = MainActor.assumeIsolated { CounterApp(stage: RecordingStage(), on: VirtualTimeScheduler()) }
      return { count in
        MainActor.assumeIsolated { for _ in 0..<count { app?.openAndClose() } }
      }
    },
    floor: Contender(name: "fifty objects") {
      let total = Total()
      return { count in for _ in 0..<count { total.add(Floor.allocate(50)) } }
    },
    goal: Goal(ratio: 10, allocations: 113))

  static let flow = Row(
    name: "flow", title: "a flow of 20 steps, from the file to the verdict", unit: "flow",
    subject: Contender(name: "REPL") {
      let app = ConsoleApp("counter", home: "counter") { session in
        try Navigator(stage: session.console, environment: session.environment, modules: [CounterApp.counter])
      }
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString).flow")
      let text = "> :open counter\n  Count: 0\n" + (1...19).map { "counter> increment\n  Count: \($0)\n" }.joined()
      return { count in
        do { try Data(text.utf8).write(to: file) } catch { preconditionFailure("no flow was run: \(error)") }
        defer { try? FileManager.default.removeItem(at: file) }
        onMainActor {
          for _ in 0..<count {
            let report = await app.run(flow: file)
            precondition(report.passed, report.text)
          }
        }
      }
    },
    floor: Contender(name: "a million additions") {
      let total = Total()
      return { count in for number in 0..<count * 1_000_000 { total.add(number ^ total.value) } }
    },
    isGuarded: false, goal: Goal(ratio: 10, allocations: 1_700))

  static let explored = Row(
    name: "explored", title: "an explored run: 20 commands in a fresh session, with promises checked after each",
    unit: "run",
    subject: Contender(name: "REPL") {
      let app = ConsoleApp("counter", home: "counter") { session in
        try Navigator(stage: session.console, environment: session.environment, modules: [CounterApp.counter])
      }
      let text = "> :open counter\n" + String(repeating: "counter> increment\n", count: 19)
      return { count in
        onMainActor {
          do {
            let problem = try await app.play(text, times: count)
            precondition(problem == nil, problem ?? "")
          } catch { preconditionFailure("no flow was played: \(error)") }
        }
      }
    },
    floor: Contender(name: "a million additions") {
      let total = Total()
      return { count in for number in 0..<count * 1_000_000 { total.add(number ^ total.value) } }
    },
    isGuarded: false, goal: Goal(ratio: 10, allocations: 1_740))

  /// Runs asynchronous work to its end on the main actor, from synchronous code.
  private static func onMainActor(_ work: @escaping @MainActor @Sendable () async -> Void) {
    let isDone = MutableProperty(false)
    Task { @MainActor in
      await work()
      isDone.value = true
    }
    while !isDone.value { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }
}
