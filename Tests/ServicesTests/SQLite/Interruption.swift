import Foundation
import Services
import Signals

/// Runs a closure in the middle of a store's call, before a given call of SQLite.
final class Interruption: Sendable {
  private let pending = Protected<(left: Int, work: (@Sendable () -> Void)?)>((0, nil))

  /// Whether the closure has not run yet.
  var isPending: Bool { pending.withLock { $0.work != nil } }

  /// Runs `work` before the SQLite call with that number, counted from now and from 1.
  func set(before number: Int, _ work: @escaping @Sendable () -> Void) { pending.withLock { $0 = (number, work) } }

  /// A store that this object interrupts.
  func store<Entity>(at url: URL, schema: StoreSchema<Entity>) -> SQLiteStore<Entity> {
    SQLiteStore(at: url, schema: schema, libraries: nil) {
      self.pass()
      return nil
    }
  }

  private func pass() {
    let due = pending.withLock { pending -> (@Sendable () -> Void)? in
      pending.left -= 1
      return pending.left == 0 ? pending.work.take() : nil
    }
    due?()
  }
}
