import Foundation
import Home
import Services
import Signals
import Testing
import Todo
import VIPER

@testable import REPL

/// Timers and a clock that cannot be relied on. A list counts many minutes, and all are the same to it: the first of each flow
/// fails.
@MainActor @Suite struct ClockFaultTests {
  @Test(
    "the first timer is never due, too early or too late: nothing stays busy, and all works again",
    arguments: FlowTests.names, FaultyTimers.Kind.allCases)
  func timers(_ name: String, _ kind: FaultyTimers.Kind) async throws {
    let outcome = try await sweep(name) { fault, environment in
      environment.scheduler = FaultyTimers(base: environment.scheduler, kind: kind, fault: fault)
    }
    #expect(outcome.problem == nil)
  }

  @Test(
    "the first look at the clock shows another century, once or from then on: nothing acknowledged is lost, and all works",
    arguments: FlowTests.names.filter { $0.hasPrefix("Todo/") }, FaultyClock.Kind.allCases)
  func clock(_ name: String, _ kind: FaultyClock.Kind) async throws {
    let outcome = try await sweep(name) { fault, environment in
      let clock = FaultyClock(now: environment.now, kind: kind, fault: fault)
      environment.now = { clock.read() }
    }
    #expect(outcome.problem == nil)
  }

  private func sweep(
    _ name: String, _ change: @escaping @Sendable (Fault, inout AppEnvironment) -> Void
  ) async throws -> FaultSweep.Outcome {
    let flow = try FaultSweep.flow(name)
    var ledger = Ledger(MemoryStore(), holding: [])
    return await FaultSweep(flow, tellsWithin: nil, most: 1) { fault in
      let store = MemoryStore<TodoItem>()
      ledger = Ledger(store, holding: [])
      var stage = FaultSweep.Stage()
      stage.seams.store = ledger
      stage.seams.environment = { environment in
        var environment = environment
        change(fault, &environment)
        return environment
      }
      stage.problem = { [ledger] in ledger.problem(with: store.all ?? []) }
      return stage
    } proof: { runner in
      await NetworkProof.of(runner) + TodoProof(store: ledger)(runner)
    }.run()
  }
}
