import Synchronization

/// Numbers the writes to properties, across the process, so that several properties can be read at one time.
///
/// A write to a root without derived nodes has the number of the last write, unless it waits in a queue. A reading at a time fails
/// if it finds that a root has been written since. Then the reader takes a snapshot, which keeps the values that are replaced.
@usableFromInline enum WriteClock {
  private static let last = Atomic(0)
  private static let snapshotCount = Atomic(0)
  private static let snapshots = Protected<[Snapshot]>([])

  /// The number of the last write.
  @usableFromInline static var now: Int { last.load(ordering: .sequentiallyConsistent) }

  /// The result of `read` for the time now. If that is nil because a root was written since, the result for the time of a
  /// snapshot. That fails only if a modification was under way when the snapshot was taken, if it meets a root that nothing derived
  /// from before, and that was written since, or a property that was selected since. Then others are taken inside it, so that no root
  /// can be modified in place again.
  @inlinable static func reading<Result>(_ read: (Moment) -> Result?) -> Result {
    read(Moment(time: now))
      ?? withSnapshot { moment in
        if let result = read(moment) { return result }
        while true { if let result = withSnapshot(read) { return result } }
      }
  }

  /// The number of a new write.
  @usableFromInline static func tick() -> Int { last.add(1, ordering: .sequentiallyConsistent).newValue }

  /// Whether a snapshot may need the value that a write replaces. Checked after `tick`. All three operations are sequentially
  /// consistent, so either this sees the snapshot, or the time of the snapshot includes the write.
  @usableFromInline static var hasSnapshots: Bool { snapshotCount.load(ordering: .sequentiallyConsistent) > 0 }

  /// Under the lock of a root that was written: keeps the value before for the snapshots that read at a time when the root had it.
  @usableFromInline static func saveReplaced<Value>(_ old: Reading<Value>, of root: AnyObject, until write: Int) {
    snapshots.withLock { snapshots in
      for snapshot in snapshots where old.version <= snapshot.time && snapshot.time < write {
        snapshot.replaced[ObjectIdentifier(root)] = (root, old)
      }
    }
  }

  /// The value that the snapshot has kept of a root; nil without a snapshot.
  @usableFromInline static func replacedReading<Value>(of root: AnyObject, at moment: Moment) -> Reading<Value>? {
    snapshots.withLock { _ in moment.snapshot?.replaced[ObjectIdentifier(root)]?.reading as? Reading<Value> }
  }

  /// Runs `body` with the time now. The values of properties at that time can be read until `body` returns.
  @usableFromInline static func withSnapshot<Result>(_ body: (Moment) -> Result) -> Result {
    snapshotCount.add(1, ordering: .sequentiallyConsistent)
    let snapshot = snapshots.withLock { snapshots in
      let snapshot = Snapshot(time: now)
      snapshots.append(snapshot)
      return snapshot
    }
    defer {
      snapshots.withLock { snapshots in snapshots.removeAll { $0 === snapshot } }
      snapshotCount.subtract(1, ordering: .sequentiallyConsistent)
      withExtendedLifetime(snapshot) {}  // its values are released after unlocking: a release may call out
    }
    return body(Moment(time: snapshot.time, snapshot: snapshot))
  }
}
