/// The roots that a property derives from, each of them once, with what tells how often it has changed.
@usableFromInline enum Revisions: Sendable {
  @usableFromInline typealias Root = (identity: ObjectIdentifier, revision: @Sendable () -> Int)

  case none
  case one(ObjectIdentifier, @Sendable () -> Int)
  case many([Root])

  /// The revision of what may have changed at any time, without anyone being able to tell.
  @usableFromInline static var unknown: Int { .min }

  /// A number that grows with every change of a root; `unknown` if one of them is.
  @inlinable var sum: Int {
    switch self {
    case .none: return 0
    case .one(_, let revision): return revision()
    case .many(let roots):
      var sum = 0
      for root in roots {
        let revision = root.revision()
        if revision == Self.unknown { return revision }
        sum &+= revision
      }
      return sum
    }
  }

  private var roots: [Root] {
    switch self {
    case .none: []
    case .one(let identity, let revision): [(identity, revision)]
    case .many(let roots): roots
    }
  }

  @usableFromInline func union(_ other: Revisions) -> Revisions {
    let mine = roots, known = Set(mine.map(\.identity))
    let fresh = other.roots.filter { !known.contains($0.identity) }
    if fresh.isEmpty { return self }
    return mine.isEmpty ? other : .many(mine + fresh)
  }
}

/// The last computed value and the revision it belongs to. The computation runs outside the lock.
@usableFromInline final class Memo<Value: Sendable>: Sendable {
  @usableFromInline typealias Entry = (value: Value, revision: Int)
  private let last = Protected<Entry?>(nil)

  @usableFromInline init() {}

  /// What is remembered for that revision.
  @usableFromInline func known(_ revision: Int) -> Entry? {
    let last = last.withLock { $0 }
    return last.flatMap { $0.revision == revision ? $0 : nil }
  }

  /// What is remembered for that revision, or else what `compute` gives. Whoever asks for one revision gets one value, and
  /// what is newer stays.
  @usableFromInline func callAsFunction(_ revision: Int, _ compute: () -> Value) -> Entry {
    if let known = known(revision) { return known }
    let fresh = Entry(value: compute(), revision: revision)
    if revision == Revisions.unknown { return fresh }
    let (result, old) = last.withLock { last -> (Entry, Entry?) in
      let old = last
      if let old, old.revision == revision { return (old, nil) }
      if let old, old.revision > revision { return (fresh, nil) }
      last = fresh
      return (fresh, old)
    }
    return withExtendedLifetime(old) { result }
  }
}

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

/// Numbers pairs of revisions: another pair, another number.
struct PairNumbers: Sendable {
  private let last = Protected((first: -1, second: -1, number: 0))

  func number(of first: Int, _ second: Int) -> Int {
    if first == Revisions.unknown || second == Revisions.unknown { return Revisions.unknown }
    return last.withLock { last in
      if (last.first, last.second) != (first, second) { last = (first, second, last.number + 1) }
      return last.number
    }
  }
}
