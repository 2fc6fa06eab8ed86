/// The roots that a property derives from, each of them once, with what tells how often it has changed.
@usableFromInline enum Revisions: Sendable {
  @usableFromInline struct Root: Sendable {
    @usableFromInline let identity: ObjectIdentifier
    /// How often it has changed.
    @usableFromInline let revision: @Sendable () -> Int
    /// How often it had when the value came that it has in a graph.
    let revisionInGraph: @Sendable (NodeGraph) -> Int

    @usableFromInline init(
      _ identity: ObjectIdentifier, _ revision: @escaping @Sendable () -> Int,
      inGraph: @escaping @Sendable (NodeGraph) -> Int
    ) {
      self.identity = identity
      self.revision = revision
      self.revisionInGraph = inGraph
    }
  }

  case none
  case one(Root)
  case many([Root])

  /// The revision of what may have changed at any time, without anyone being able to tell.
  @usableFromInline static var unknown: Int { .min }

  /// A number that grows with every change of a root; `unknown` if one of them is.
  @inlinable var sum: Int {
    switch self {
    case .none: return 0
    case .one(let root): return root.revision()
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

  /// What `sum` was when the values came that the roots have in a graph.
  @usableFromInline func sum(in graph: NodeGraph) -> Int {
    var sum = 0
    for root in roots {
      let revision = root.revisionInGraph(graph)
      if revision == Self.unknown { return revision }
      sum &+= revision
    }
    return sum
  }

  private var roots: [Root] {
    switch self {
    case .none: []
    case .one(let root): [root]
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
