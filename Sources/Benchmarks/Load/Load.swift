import AllocationCounter
import Foundation
import Signals
import VIPER

/// A load test of the given duration: `benchmarks load [MINUTES]`. Prints the work, its time, and the bytes that it leaves
/// allocated. Fails if memory grows that should stay constant.
@MainActor struct Load {
  /// The duration of the soak.
  let soak: Duration
  let write: (String) -> Void
  private let clock = ContinuousClock()

  init(soak: Duration, write: @escaping (String) -> Void) {
    (self.soak, self.write) = (soak, write)
  }

  /// Runs all loads. False if memory grew or an answer was too slow.
  func run() async throws -> Bool {
    var results: [Bool] = []
    results.append(try modules(100_000))
    results.append(try await flows(10_000))
    results.append(try items(1_000_000))
    results.append(try calls(1_000))
    results.append(try await BusyScreen.report(write))
    results.append(try await soaked())
    return results.allSatisfy(\.self)
  }

  // MARK: - Modules and flows

  private func modules(_ count: Int) throws -> Bool {
    guard let app = CounterApp(stage: BareStage(), on: VirtualTimeScheduler()) else { throw LoadFailure("no app") }
    func open(_ count: Int) { for _ in 0..<count { app.openAndClose() } }
    // More modules than the trace keeps entries.
    open(10_000)
    let grown = growth { open(count) }, leaks = app.navigator.leaks()
    for leak in leaks.prefix(3) { write("\(leak)") }
    return report("\(count) modules opened and closed", grown, perUnit: count, allowed: 16) && leaks.isEmpty
  }

  private func flows(_ count: Int) async throws -> Bool {
    let run = try FlowLoad()
    defer { run.end() }
    try await run(100)
    let grown = try await growth { try await run(count) }
    return report("\(count) flows of 20 steps", grown, perUnit: count, allowed: 64)
  }

  // MARK: - Items and calls

  private func items(_ count: Int) throws -> Bool {
    let load = ItemLoad()
    defer { load.end() }
    let saving = try clock.measure { try load.save(count) }
    write("\(count) items saved in \(saving)")
    let times = try (0..<31).map { _ in try clock.measure { try load.findHundred() } }
    let finding = times.sorted()[15]
    let isKept = finding <= .milliseconds(2)
    write("\(isKept ? "kept" : "MISSED") 100 of \(count) items between two dates found in \(finding), promised 2 ms")
    return isKept
  }

  private func calls(_ count: Int) throws -> Bool {
    let load = try CallLoad()
    try load(count)
    let grown = try growth { try load(count) }
    return report("\(count) calls at once, each answered by a server", grown, perUnit: count, allowed: 1_024)
  }

  // MARK: - Soak

  /// Runs modules and flows together, again and again.
  private func soaked() async throws -> Bool {
    let flows = try FlowLoad()
    defer { flows.end() }
    func round() async throws {
      try await flows(20)
      guard let app = CounterApp(stage: BareStage(), on: VirtualTimeScheduler()) else { throw LoadFailure("no app") }
      for _ in 0..<1_000 { app.openAndClose() }
    }
    for _ in 0..<3 { try await round() }
    let end = clock.now + soak
    var rounds = 0
    let grown = try await growth {
      while clock.now < end {
        try await round()
        rounds += 1
      }
    }
    return report(
      "a soak of \(rounds) rounds of 20 flows and 1,000 modules", grown, perUnit: max(rounds, 1), allowed: 1_024)
  }

  // MARK: - Measuring

  private struct Growth {
    /// The allocated bytes; nil if allocations cannot be counted.
    let bytes: Int64?
    let time: Duration
  }

  private func growth(_ work: () throws -> Void) rethrows -> Growth {
    let counts = allocation_counter_start(), before = allocation_counter_live_bytes()
    let time = try clock.measure(work)
    defer { if counts { allocation_counter_stop() } }
    return Growth(bytes: counts ? allocation_counter_live_bytes() - before : nil, time: time)
  }

  private func growth(_ work: () async throws -> Void) async rethrows -> Growth {
    let counts = allocation_counter_start(), before = allocation_counter_live_bytes()
    let start = clock.now
    try await work()
    defer { if counts { allocation_counter_stop() } }
    return Growth(bytes: counts ? allocation_counter_live_bytes() - before : nil, time: clock.now - start)
  }

  private func report(_ name: String, _ growth: Growth, perUnit count: Int, allowed: Int64) -> Bool {
    guard let bytes = growth.bytes else {
      write("done \(name) in \(growth.time); bytes are not counted on this machine")
      return true
    }
    let each = bytes / Int64(count), isFlat = each <= allowed
    write("\(isFlat ? "kept" : "MISSED") \(name) in \(growth.time); \(each) bytes each are left, \(allowed) allowed")
    return isFlat
  }
}

/// A stage that shows and records nothing.
private final class BareStage: Stage {
  func perform(_: NavigationTree.Transition, view: (NavigationTree.Node.ID) -> AnyObject?) -> Signal<Never, RouteError>
  { .empty }
}
