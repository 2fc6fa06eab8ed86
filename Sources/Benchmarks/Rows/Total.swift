/// Where a benchmark's observers put what they get, so that the optimiser can't take the work away.
final class Total: Sendable {
  // Written by the one thread that delivers, and read after the run.
  nonisolated(unsafe) var value = 0

  @inline(never) init() {}

  @inline(__always) func add(_ number: Int) { value = value &+ number }
}
