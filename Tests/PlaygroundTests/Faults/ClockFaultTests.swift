import Effort
import Foundation
import Home
import Services
import Signals
import Testing
import Todo
import VIPER

@testable import REPL

/// Faulty timers and a faulty clock. Of the calls made in the same place, the first one fails.
@MainActor @Suite(.inTurn) struct ClockFaultTests {
  @Test(
    "with each timer missing, early or late, nothing stays busy, and the app works again",
    arguments: Effort.some(short: 3, full: 8, of: FlowTests.names)
  )
  func timers(_ name: String) async throws {
    try await sweep(name, FaultyTimers.Kind.allCases) { kind, fault, environment in
      environment.scheduler = FaultyTimers(base: environment.scheduler, kind: kind, fault: fault)
    }
  }

  @Test(
    "with the clock in another century, once or from a reading on, acknowledged data stays, and the app works",
    arguments: Effort.some(short: 2, full: 4, of: FlowTests.todo))
  func clock(_ name: String) async throws {
    try await sweep(name, FaultyClock.Kind.allCases) { kind, fault, environment in
      let clock = FaultyClock(now: environment.now, kind: kind, fault: fault)
      environment.now = { clock.read() }
    }
  }

  private func sweep<Kind: Sendable>(
    _ name: String, _ kinds: [Kind],
    _ change: @escaping @Sendable (Kind, Fault, inout AppEnvironment) -> Void
  ) async throws {
    var ledger = Ledger(MemoryStore(), holding: [])
    let sweep = FaultSweep(try .sample(name), kinds, reportsWithin: nil, each: .firstOfPlace) { kind, fault in
      let store = MemoryStore<TodoItem>()
      ledger = Ledger(store, holding: [])
      var stage = FaultStage()
      stage.seams.store = ledger
      stage.seams.environment = { environment in
        var environment = environment
        change(kind, fault, &environment)
        return environment
      }
      stage.problem = { [ledger] in ledger.problem(with: store.all ?? []) }
      return stage
    } proof: { runner in
      name.hasPrefix("Todo/") ? await TodoProof(store: ledger)(runner) : await NetworkProof.of(runner)
    }
    #expect(await sweep.run().problem == nil)
  }
}
