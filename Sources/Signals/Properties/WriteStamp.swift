import Synchronization

/// Which write a value comes from. Of two stamps, the greater is of the later write.
///
/// A write by the user gets a fresh one; a copy made by a binding has that of what it copies. So a value is never copied to
/// where it has been already, however properties are bound in circles, and when the writes are over, all have the last.
@usableFromInline enum WriteStamp {
  private static let last = Atomic(0)

  /// A stamp greater than all before.
  @usableFromInline static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
