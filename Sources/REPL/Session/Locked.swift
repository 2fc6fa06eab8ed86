import Foundation

/// State behind a lock. What runs under the lock must not call out.
final class Locked<State: Sendable>: Sendable {
  private let lock = NSLock()
  // Reached through `withLock` only.
  private nonisolated(unsafe) var state: State

  init(_ state: State) { self.state = state }

  var value: State { withLock { $0 } }

  func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&state) }
  }
}
