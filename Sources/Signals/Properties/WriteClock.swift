import Synchronization

/// Numbers the writes to properties, across the process, so that several properties can be read at one time.
///
/// Writes to roots without derived nodes are not counted: they have the number of the last counted write, unless they wait in a
/// queue. The number is taken under the lock of the root.
///
/// A reading at a time fails if it finds that a root has been written since. The reader then takes a snapshot: as long as it exists,
/// it keeps the values that are replaced. So a reading seldom needs a third attempt, even while other threads write without a pause.
@usableFromInline enum WriteClock {
  private static let last = Atomic(0)
  private static let snapshotCount = Atomic(0)
  private static let snapshots = Protected<[Snapshot]>([])

  /// The number of the last write.
  @usableFromInline static var now: Int { last.load(ordering: .sequentiallyConsistent) }

  /// The result of `read` for the time now. If that is nil because a root was written since, the result for the time of a
  /// snapshot.
  @inlinable static func reading<Result>(_ read: (Moment) -> Result?) -> Result {
    read(Moment(time: now, snapshot: nil)) ?? readingInSnapshot(read)
  }

  /// Fails only if a modification was under way when the snapshot was taken, or if it meets a root that nothing derived from
  /// before, and that was written since. Then the next snapshot is taken inside it, so that no root can be modified in place again.
  @inlinable static func readingInSnapshot<Result>(_ read: (Moment) -> Result?) -> Result {
    withSnapshot { read($0) ?? readingInSnapshot(read) }
  }

  /// The number of a new write.
  @usableFromInline static func tick() -> Int { last.add(1, ordering: .sequentiallyConsistent).newValue }

  /// Whether a snapshot may need the value that a write replaces. Checked after `tick`. All three operations are sequentially
  /// consistent, so either this sees the snapshot, or the time of the snapshot includes the write.
  @usableFromInline static var hasSnapshots: Bool { snapshotCount.load(ordering: .sequentiallyConsistent) > 0 }

  /// Under the lock of a root that was written: keeps the value before for the snapshots that read at a time when the root had it.
  @usableFromInline static func keep<Value>(_ old: Reading<Value>, of root: AnyObject, until write: Int) {
    snapshots.withLock { snapshots in
      for snapshot in snapshots where old.version <= snapshot.time && snapshot.time < write {
        snapshot.kept[ObjectIdentifier(root)] = (root, old)
      }
    }
  }

  /// The value that the snapshot has kept of a root.
  static func kept<Value>(of root: AnyObject, in snapshot: Snapshot) -> Reading<Value>? {
    snapshots.withLock { _ in snapshot.kept[ObjectIdentifier(root)]?.reading as? Reading<Value> }
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

/// The time of a reading.
@usableFromInline struct Moment {
  @usableFromInline let time: Int
  /// The snapshot in which it reads; nil for the first attempt.
  @usableFromInline let snapshot: Snapshot?

  @inlinable init(time: Int, snapshot: Snapshot?) { (self.time, self.snapshot) = (time, snapshot) }
}

/// A time at which one thread reads, even if roots have been written since.
@usableFromInline final class Snapshot: @unchecked Sendable {
  /// By their nodes. The snapshot retains these, so that no other node gets the address of one.
  typealias Readings = [ObjectIdentifier: (node: AnyObject, reading: Any)]
  let time: Int
  /// The values that roots had at that time and have replaced since. Under the lock of the snapshots.
  fileprivate var kept: Readings = [:]
  /// For the thread that reads: the results, because nodes may soon save later ones.
  var results: Readings = [:]

  fileprivate init(time: Int) { self.time = time }
}

/// A value of a property at the time of a reading.
@usableFromInline struct Reading<Value: Sendable>: Sendable {
  @usableFromInline var value: Value
  /// Identifies the value: the write that made it. A root has the number of its last write, a derived node the latest version
  /// of its sources, a constant 0. A `removeDuplicates` keeps its version as long as its value is the same.
  @usableFromInline var version: Int
  /// A write from which on the property is known to have the value, until the time of the reading.
  @usableFromInline var since: Int

  @inlinable init(_ value: Value, version: Int, since: Int) {
    self.value = value
    self.version = version
    self.since = since
  }

  /// The version of a value that a `removeDuplicates` had between two readings that found it unchanged. No other value has to be
  /// compared with it.
  @usableFromInline static var unrecorded: Int { .max }
  @inlinable var isRecorded: Bool { version != .max }

  /// A value made of this one.
  @inlinable func with<Result>(_ value: Result) -> Reading<Result> {
    Reading<Result>(value, version: version, since: since)
  }

  /// Two values at the same time.
  @inlinable func and<Other>(_ other: Reading<Other>) -> Reading<(Value, Other)> {
    Reading<(Value, Other)>(
      (value, other.value), version: max(version, other.version), since: max(since, other.since))
  }
}
