import Testing

@testable import Signals

@Suite struct NodePoolTests {
  /// Runs `body` with a pool of its own, which other tests do not use at the same time.
  private func withPool<Result>(_ body: (NodePool.Reference) throws -> Result) rethrows -> Result {
    let pool = UnsafeMutablePointer<NodePool>.allocate(capacity: 1)
    pool.initialize(to: NodePool())
    // All nodes are done or gone by now.
    defer {
      pool.deinitialize(count: 1)
      pool.deallocate()
    }
    return try body(NodePool.Reference(pool))
  }

  /// Lets `count` calls wait and has them done; where they waited.
  private func places(_ count: Int, _ pool: NodePool.Reference) -> Set<UInt> {
    let turn = Turn()
    var places: Set<UInt> = []
    _ = turn.take()
    for _ in 0..<count {
      let work = QueuedWork(QueuedCall {}, pool: pool)
      places.insert(UInt(bitPattern: work.head))
      _ = turn.takeOrQueue(work)
    }
    turn.leave()
    return places
  }

  @Test func whatIsDoneLeavesItsMemoryToWhatComes() {
    withPool { pool in
      let before = places(5, pool)
      // All of it is spare: none comes from the system, where somebody else may have been given it.
      #expect(places(5, pool) == before)
      #expect(places(2, pool).isSubset(of: before))
    }
  }

  @Test func threadsShareAPoolWithoutLosingAnything() async {
    let (signal, input) = Signal<Int, Never>.pipe()
    let sum = MutableProperty(0)
    let observation = signal.observeValues { value in sum.modify { $0 += value } }
    await race((0..<4).map { _ in { for value in 1...2000 { input.send(value) } } })
    #expect(sum.value == 4 * 2001 * 1000)
    observation.dispose()
  }
}
