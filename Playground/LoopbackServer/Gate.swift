import Dispatch

/// Holds whoever comes until somebody opens it; then everyone may go through, for good.
package final class Gate: Sendable {
  private let turnstile = DispatchSemaphore(value: 0)

  /// A gate that is shut.
  package init() {}

  package func open() { turnstile.signal() }

  /// Blocks the thread until the gate is open.
  package func wait() {
    turnstile.wait()
    turnstile.signal()
  }
}
