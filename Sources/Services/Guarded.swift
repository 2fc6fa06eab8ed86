import Foundation

/// A state with the lock that guards it. The closure must not call out: not to an observer, not to another closure.
final class Guarded<State>: @unchecked Sendable {
  private let lock = NSLock()
  private var state: State  // touched under the lock only

  init(_ state: sending State) { self.state = state }

  /// Runs `body` with the state, nobody else at the same time.
  func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
