/// Numbers values: one that is equal to the one before has its number.
///
/// Values that are equal may still be told apart, and what derives from this remembers what it made of the first of them. So
/// that one is given for all of them.
final class DistinctValue<Value: Sendable>: Sendable {
  private typealias Last = (value: Value, revision: Int, number: Int)
  private let last = Protected<Last?>(nil)

  /// - Parameter revision: What `value` belongs to; `Revisions.unknown` if nobody can tell.
  /// - Returns: The value that counts for this one, and its number.
  func callAsFunction(
    _ value: Value, at revision: Int, _ areEqual: (Value, Value) -> Bool
  ) -> (value: Value, number: Int) {
    while true {
      let known = last.withLock { $0 }
      if let known, known.revision == revision, revision != Revisions.unknown { return (known.value, known.number) }
      var next = Last(value: value, revision: revision, number: (known?.number ?? 0) + 1)
      if let known, areEqual(known.value, value) { (next.value, next.number) = (known.value, known.number) }
      // Compared outside the lock: kept only if nobody else did the same meanwhile.
      let (isKept, old) = last.withLock { last -> (Bool, Last?) in
        if last?.number != known?.number || last?.revision != known?.revision { return (false, nil) }
        defer { last = next }
        return (true, last)
      }
      withExtendedLifetime(old) {}
      if isKept { return (next.value, next.number) }
    }
  }
}
