/// Tells apart the states that several roots are in, those of a graph included.
///
/// The sum of their revisions does so for the states they really were in: no revision ever falls, so no two of those have the
/// same sum. A graph hears of one root after another, and may be in a state that never was, with the sum of one that was.
///
/// | really | sum | in a graph | sum |
/// |---|---|---|---|
/// | a 0, b 0 | 0 | a 0, b 0 | 0 |
/// | a **1**, b 0 | 1 | a 0, b **1** | 1 |
/// | a 1, b **1** | 2 | a **1**, b 1 | 2 |
@usableFromInline final class RootStates: Sendable {
  private let roots: [Revisions.Root]
  /// Made when a graph asks: nobody else needs it.
  private let states = LazyReference<States>()

  init(_ roots: [Revisions.Root]) { self.roots = roots }

  /// Whether the sum of the revisions is still this one, so that all that was read meanwhile was read in one state.
  func isStill(_ sum: Int) -> Bool {
    guard let states = states.made else { return Revisions.many(roots).sum == sum }
    return withRevisions({ $0.revision() }) { revisions in
      if revisions.contains(Revisions.unknown) { return sum == Revisions.unknown }
      guard revisions.reduce(0, &+) == sum else { return false }
      states.remember(revisions, asReal: sum)
      return true
    }
  }

  /// The sum of the revisions in a graph, if the roots really were in that state, as far as is known. If not, a negative
  /// number that no other state has. `Revisions.unknown` if one of the revisions is.
  func number(in graph: NodeGraph) -> Int {
    let states = states { States(count: roots.count) }
    return withRevisions({ $0.revisionInGraph(graph) }) { revisions in
      if revisions.contains(Revisions.unknown) { return Revisions.unknown }
      if let number = states.number(of: revisions) { return number }
      // Twice the same: in between, all of them were so at once.
      let isReal = isNow(revisions) && isNow(revisions)
      return states.remember(revisions, inGraphAs: isReal ? revisions.reduce(0, &+) : nil)
    }
  }

  private func isNow(_ revisions: UnsafeMutableBufferPointer<Int>) -> Bool {
    zip(roots, revisions).allSatisfy { $0.revision() == $1 }
  }

  private func withRevisions<Result>(
    _ revision: (Revisions.Root) -> Int, _ body: (UnsafeMutableBufferPointer<Int>) -> Result
  ) -> Result {
    // On the stack, written in full before it is read, and of integers: nothing has to be released.
    withUnsafeTemporaryAllocation(of: Int.self, capacity: roots.count) { revisions in
      for (index, root) in roots.enumerated() { revisions[index] = revision(root) }
      return body(revisions)
    }
  }
}

extension RootStates {
  /// The states that are known by a number: the last that a value was made of, and the last that a graph was in.
  private final class States: Sendable {
    private struct State {
      var revisions: [Int]
      var number: Int

      init(count: Int) {
        revisions = Array(repeating: Revisions.unknown, count: count)
        number = Revisions.unknown
      }

      /// Writes in place: this is done at each step of an observation.
      mutating func set(_ revisions: UnsafeMutableBufferPointer<Int>, _ number: Int) {
        for index in revisions.indices { self.revisions[index] = revisions[index] }
        self.number = number
      }
    }

    private let last: Protected<(real: State, inGraph: State, unreal: Int)>

    init(count: Int) { last = Protected((State(count: count), State(count: count), 0)) }

    func number(of revisions: UnsafeMutableBufferPointer<Int>) -> Int? {
      last.withLock { last in
        if revisions.elementsEqual(last.inGraph.revisions) { return last.inGraph.number }
        return revisions.elementsEqual(last.real.revisions) ? last.real.number : nil
      }
    }

    func remember(_ revisions: UnsafeMutableBufferPointer<Int>, asReal sum: Int) {
      last.withLock { $0.real.set(revisions, sum) }
    }

    func remember(_ revisions: UnsafeMutableBufferPointer<Int>, inGraphAs sum: Int?) -> Int {
      last.withLock { last in
        if sum == nil { last.unreal += 1 }
        last.inGraph.set(revisions, sum ?? -last.unreal)
        return last.inGraph.number
      }
    }
  }
}
