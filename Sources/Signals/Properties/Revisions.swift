/// The roots that a property derives from, each of them once, with what tells how often it has changed.
@usableFromInline enum Revisions: Sendable {
  @usableFromInline struct Root: Sendable {
    @usableFromInline let identity: ObjectIdentifier
    /// How often it has changed.
    @usableFromInline let revision: @Sendable () -> Int
    /// How often it had when the value came that it has in a graph.
    let revisionInGraph: @Sendable (NodeGraph) -> Int
    /// Whether each change is told, even if it makes no difference.
    fileprivate(set) var isTold = true

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

  /// What tells the states of several roots apart; nil if there are fewer, for their revision does.
  @usableFromInline var states: RootStates? { if case .many(let roots) = self { RootStates(roots) } else { nil } }

  /// What `sum` was when the values came that the roots have in a graph. Another state, another number.
  @usableFromInline func sum(in graph: NodeGraph, _ states: RootStates?) -> Int {
    if case .one(let root) = self { return root.revisionInGraph(graph) }
    return states?.number(in: graph) ?? 0
  }

  /// Whether the sum is still this one: nobody has written since.
  @usableFromInline func isStill(_ sum: Int, _ states: RootStates?) -> Bool {
    states?.isStill(sum) ?? (self.sum == sum)
  }

  private var roots: [Root] {
    switch self {
    case .none: []
    case .one(let root): [root]
    case .many(let roots): roots
    }
  }

  private init(_ roots: [Root]) {
    if let first = roots.first { self = roots.count == 1 ? .one(first) : .many(roots) } else { self = .none }
  }

  @usableFromInline func union(_ other: Revisions) -> Revisions {
    let mine = roots, known = Set(mine.map(\.identity))
    let fresh = other.roots.filter { !known.contains($0.identity) }
    if fresh.isEmpty, mine.allSatisfy(\.isTold) { return self }
    if mine.isEmpty { return other }
    let told = Set(other.roots.lazy.filter(\.isTold).map(\.identity))
    return Revisions(mine.map { $0.told($0.isTold || told.contains($0.identity)) } + fresh)
  }

  /// The same roots, told of only when it makes a difference.
  var distinct: Revisions { Revisions(roots.map { $0.told(false) }) }

  /// Whether each change of that root is told, even if it makes no difference.
  func tell(of root: AnyObject) -> Bool {
    let identity = ObjectIdentifier(root)
    return roots.contains { $0.identity == identity && $0.isTold }
  }
}

extension Revisions.Root {
  fileprivate func told(_ isTold: Bool) -> Self {
    var root = self
    root.isTold = isTold
    return root
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
