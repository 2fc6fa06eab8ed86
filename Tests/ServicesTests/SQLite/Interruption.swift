import Foundation
import Services
import Signals

/// Does something in the middle of a store's call: before one of the calls that this makes of SQLite.
final class Interruption: Sendable {
  private let pending = Protected<(left: Int, work: (@Sendable () -> Void)?)>((0, nil))

  /// Whether it has not come so far.
  var isPending: Bool { pending.withLock { $0.work != nil } }

  /// From now on: `work` is done before the call of SQLite with that number, the first being 1.
  func set(before number: Int, _ work: @escaping @Sendable () -> Void) { pending.withLock { $0 = (number, work) } }

  /// A store that is interrupted.
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
