/// A value of a property at the time of a reading.
@usableFromInline struct Reading<Value: Sendable>: Sendable {
  @usableFromInline var value: Value
  /// Identifies the value: the write that made it. A root has the number of its last write, a derived node the latest version
  /// of its sources, a constant 0. A `removeDuplicates` keeps its version as long as its value is the same.
  @usableFromInline var version: Int

  @inlinable init(_ value: Value, version: Int) { (self.value, self.version) = (value, version) }

  /// The version of a value that a `removeDuplicates` had between two readings that found it unchanged. No memo saves a value that
  /// was computed from it.
  @usableFromInline static var unrecorded: Int { .max }
  @inlinable var isRecorded: Bool { version != .max }
}
