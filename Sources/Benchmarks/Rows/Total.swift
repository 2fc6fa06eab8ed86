/// The sum of the values that a benchmark's observers get, so that the optimizer cannot remove the work.
final class Total: Sendable {
  // Written only by the thread that delivers, and read after the run.
  nonisolated(unsafe) var value = 0

  @inline(never) init() {}

  @inline(__always) func add(_ number: Int) { value = value &+ number }
}
