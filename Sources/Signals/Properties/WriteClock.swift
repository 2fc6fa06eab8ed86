import Synchronization

/// Numbers the writes to properties, across the process, so that "the values at one time" has a meaning for several of them.
///
/// Only writes to roots that something derives from are counted: the number is taken under the lock of the root.
///
/// A reading at a time fails where a root has been written since. The reader then takes a snapshot: as long as there is one,
/// roots keep the values that they replace. So a reading needs two attempts at most, however fast other threads write.
@usableFromInline enum WriteClock {
  private static let last = Atomic(0)
  private static let snapshots = Atomic(0)
  /// When the snapshots were taken, the oldest first.
  private static let times = Protected<[Int]>([])

  /// The number of the last write.
  @usableFromInline static var now: Int { last.load(ordering: .sequentiallyConsistent) }

  /// The result of `read` for the time now, or, if that is nil because a root was written since, for the time of a snapshot.
  ///
  /// In a snapshot that fails only if a modification was under way when it was taken: then the next one is taken inside it, so that
  /// no root can be modified in place again.
  @inlinable static func reading<Result>(_ read: (_ time: Int) -> Result?) -> Result {
    read(now) ?? withSnapshot { time in read(time) ?? reading(read) }
  }

  /// The number of a new write.
  @usableFromInline static func tick() -> Int { last.add(1, ordering: .sequentiallyConsistent).newValue }

  /// Whether a write has to keep the value that it replaces. Asked after `tick`: all three operations are sequentially
  /// consistent, so either this sees the snapshot, or the snapshot is of a time that includes the write.
  @usableFromInline static var hasSnapshots: Bool { snapshots.load(ordering: .sequentiallyConsistent) > 0 }

  /// The time of the oldest snapshot.
  static var oldestSnapshot: Int? { times.withLock { $0.first } }

  /// Runs `body` with the time now. What properties were then can be read until `body` returns.
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

/// When a property has a value: from the write `since` to the write `through`, as far as is known.
@usableFromInline struct Span: Sendable {
  /// Identifies the value among all of its property: the last write that it is the outcome of.
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

  /// When two values are there together.
  @inlinable func and(_ other: Span) -> Span {
    Span(
      version: max(version, other.version), since: max(since, other.since), through: min(through, other.through))
  }
}

/// A value, and when a property has it.
@usableFromInline struct Reading<Value: Sendable>: Sendable {
  @usableFromInline var value: Value
  @usableFromInline var span: Span

  @inlinable init(_ value: Value, _ span: Span) {
    self.value = value
    self.span = span
  }
}
