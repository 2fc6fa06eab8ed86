/// The time of a reading.
@usableFromInline struct Moment {
  @usableFromInline let time: Int
  /// The snapshot in which it reads; nil for the first attempt.
  @usableFromInline let snapshot: Snapshot?

  @inlinable init(time: Int, snapshot: Snapshot?) { (self.time, self.snapshot) = (time, snapshot) }
}
