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
