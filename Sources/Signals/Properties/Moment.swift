/// The time of a reading.
@usableFromInline struct Moment {
  @usableFromInline let time: Int
  /// The snapshot in which it reads; nil for the first attempt.
  @usableFromInline let snapshot: Snapshot?
  /// In a delivery: the root whose value is the delivered one, even if it was written since. Its node is alive during the delivery.
  @usableFromInline let delivering: BorrowedReference<AnyPropertyNode>?

  @inlinable init(time: Int, snapshot: Snapshot? = nil, delivering: BorrowedReference<AnyPropertyNode>? = nil) {
    (self.time, self.snapshot, self.delivering) = (time, snapshot, delivering)
  }
}
