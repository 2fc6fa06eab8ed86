/// Numbers values: one that is equal to the one before has its number.
final class DistinctValue<Value: Sendable>: Sendable {
  private typealias Last = (value: Value, revision: Int, number: Int)
  private let last = Protected<Last?>(nil)

  func number(of value: Value, at revision: Int, _ areEqual: (Value, Value) -> Bool) -> Int {
    while true {
      let known = last.withLock { $0 }
      if let known, known.revision == revision, revision != Revisions.unknown { return known.number }
      let isSame = known.map { areEqual($0.value, value) } ?? false
      let number = (known?.number ?? 0) + (isSame ? 0 : 1)
      let next = Last(value: value, revision: revision, number: number)
      // Compared outside the lock: kept only if nobody else did the same meanwhile.
      let (isKept, old) = last.withLock { last -> (Bool, Last?) in
        if last?.number != known?.number || last?.revision != known?.revision { return (false, nil) }
        defer { last = next }
        return (true, last)
      }
      withExtendedLifetime(old) {}
      if isKept { return number }
    }
  }
}
