import Dispatch
import Signals

/// Holds whoever comes until somebody opens it; then everyone may go through, for good.
package final class Gate: Sendable {
  /// Who waits; nil once it is open.
  private let waiting = Protected<[@Sendable () -> Void]?>([])

  /// A gate that is shut.
  package init() {}

  package func open() {
    let waiting = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting ?? []
    }
    for pass in waiting { pass() }
  }

  /// Calls `pass` when the gate is open: at once, or on the thread that opens it.
  package func whenOpen(_ pass: @escaping @Sendable () -> Void) {
    let isOpen = waiting.withLock { waiting in
      waiting?.append(pass)
      return waiting == nil
    }
    if isOpen { pass() }
  }

  /// Blocks the thread until the gate is open.
  package func wait() {
    let turnstile = DispatchSemaphore(value: 0)
    whenOpen { turnstile.signal() }
    turnstile.wait()
  }
}
