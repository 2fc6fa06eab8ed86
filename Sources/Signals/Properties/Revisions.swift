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
