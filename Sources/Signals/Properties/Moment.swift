/// The time of a reading.
@usableFromInline struct Moment {
  @usableFromInline let time: Int
  /// The snapshot in which it reads; nil for the first attempt.
  @usableFromInline let snapshot: Snapshot?
  /// In a delivery: the root or `removeDuplicates` that is read as it is delivered, even if it has changed since. It is alive during the
  /// delivery.
  @usableFromInline let delivering: BorrowedReference<AnyPropertyNode>?

  @inlinable init(time: Int, snapshot: Snapshot? = nil, delivering: BorrowedReference<AnyPropertyNode>? = nil) {
    (self.time, self.snapshot, self.delivering) = (time, snapshot, delivering)
  }

  /// Whether that node is read as it is delivered.
  @inlinable func delivers(_ node: AnyPropertyNode) -> Bool { delivering.map { $0.with { $0 === node } } ?? false }
}
