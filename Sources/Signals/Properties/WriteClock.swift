import Synchronization

/// Numbers the writes to properties, across the process, so that several properties can be read at one time.
///
/// Only writes to roots with derived nodes are counted. The number is taken under the lock of the root.
///
/// A reading at a time fails if a root has been written since. The reader then takes a snapshot: as long as it exists, roots
/// keep the values that they replace. So a reading needs two attempts at most, even while other threads write without a pause.
@usableFromInline enum WriteClock {
  private static let last = Atomic(0)
  private static let snapshots = Atomic(0)
  /// The times of the snapshots, the oldest first.
  private static let times = Protected<[Int]>([])

  /// The number of the last write.
  @usableFromInline static var now: Int { last.load(ordering: .sequentiallyConsistent) }

  /// The result of `read` for the time now. If that is nil because a root was written since, the result for the time of a
  /// snapshot.
  ///
  /// A reading in a snapshot fails only if a modification was under way when the snapshot was taken. Then the next snapshot is
  /// taken inside it, so that no root can be modified in place again.
  @inlinable static func reading<Result>(_ read: (_ time: Int) -> Result?) -> Result {
    read(now) ?? withSnapshot { time in read(time) ?? reading(read) }
  }

  /// The number of a new write.
  @usableFromInline static func tick() -> Int { last.add(1, ordering: .sequentiallyConsistent).newValue }

  /// Whether a write has to keep the value that it replaces. Checked after `tick`. All three operations are sequentially
  /// consistent, so either this sees the snapshot, or the time of the snapshot includes the write.
  @usableFromInline static var hasSnapshots: Bool { snapshots.load(ordering: .sequentiallyConsistent) > 0 }

  /// The time of the oldest snapshot.
  static var oldestSnapshot: Int? { times.withLock { $0.first } }

  /// Runs `body` with the time now. The values of properties at that time can be read until `body` returns.
  @usableFromInline static func withSnapshot<Result>(_ body: (Int) -> Result) -> Result {
    snapshots.add(1, ordering: .sequentiallyConsistent)
    let time = times.withLock { times in
      let time = now
      times.append(time)
      return time
    }
    defer {
      times.withLock { times in
        if let index = times.firstIndex(of: time) { times.remove(at: index) }
      }
      snapshots.subtract(1, ordering: .sequentiallyConsistent)
    }
    return body(time)
  }
}

/// The known time in which a property has a value: from the write `since` to the write `through`.
@usableFromInline struct Span: Sendable {
  /// Identifies the value: values of one property with the same version are equal. A root has the number of the write. A
  /// derived head numbers its values, see `HeadNode`. All other nodes of a group have the version of the head.
  @usableFromInline var version: Int
  @usableFromInline var since: Int
  @usableFromInline var through: Int

  @inlinable init(version: Int, since: Int, through: Int) {
    self.version = version
    self.since = since
    self.through = through
  }

  /// The span of a write that is being delivered.
  @inlinable init(write: Int) { self.init(version: write, since: write, through: write) }

  /// The time in which two values hold together, and the version if both are of one group. Constants have version 0.
  @inlinable func and(_ other: Span) -> Span {
    Span(
      version: max(version, other.version), since: max(since, other.since), through: min(through, other.through))
  }
}

/// The versions of the sources of a derived head, at the indices of the sources, which are at most four.
///
/// Four words, because a vector that is written by elements cannot be loaded at once.
@usableFromInline struct SourceVersions: Equatable, Sendable {
  @usableFromInline var first = -1, second = -1, third = -1, fourth = -1

  @inlinable init() {}

  @inlinable subscript(index: Int) -> Int {
    get {
      switch index {
      case 0: first
      case 1: second
      case 2: third
      default: fourth
      }
    }
    set {
      switch index {
      case 0: first = newValue
      case 1: second = newValue
      case 2: third = newValue
      default: fourth = newValue
      }
    }
  }
}

/// A value of a property, and its span.
@usableFromInline struct Reading<Value: Sendable>: Sendable {
  @usableFromInline var value: Value
  @usableFromInline var span: Span

  @inlinable init(_ value: Value, _ span: Span) {
    self.value = value
    self.span = span
  }
}
