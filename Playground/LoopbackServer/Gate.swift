import Dispatch
import Signals

/// A gate that callers wait for. Once open, it stays open.
package final class Gate: Sendable {
  /// The waiting callers; nil once the gate is open.
  private let waiting = Protected<[@Sendable () -> Void]?>([])

  /// A closed gate.
  package init() {}

  package func open() {
    let waiting = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting ?? []
    }
    for pass in waiting { pass() }
  }

  /// Calls `pass` when the gate is open: immediately, or on the thread that opens it.
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
