import Synchronization

/// Memory of nodes of ``QueuedWork``, to be used again: one thread takes it and another gives it back, event after event,
/// which is what allocators are slowest at.
///
/// A pool is one atomic word.
///
/// | word      | meaning       | who may change it                                                                    |
/// |-----------|---------------|--------------------------------------------------------------------------------------|
/// | `0`       | empty         | anyone, to a list that is theirs alone                                               |
/// | a pointer | a list, spare | anyone, to `0` or to a list that is theirs alone: the list that was there is theirs  |
///
/// Lists change hands whole, so nobody reads a node that is not theirs, and none can come back unnoticed between a look and
/// a compare-and-swap. A list has at most `Used.limit` nodes. There are a few pools for all sources, chosen by address, so that
/// threads with nothing else in common seldom meet.
@usableFromInline struct NodePool: ~Copyable, Sendable {
  /// In bytes.
  @usableFromInline static let nodeSize = 96
  /// In bytes: Swift aligns nothing beyond it.
  @usableFromInline static let alignment = 16

  private let word = Atomic<UInt>(0)

  init() {}

  deinit { NodePool.free(list: word.load(ordering: .acquiring)) }

  private static let count = 8
  /// In pools: 128 bytes lie between two, as wide as cache lines are, so that they are not neighbours.
  private static let stride = 16
  // Safe to share: made once, never changed or freed, and what it points to is atomic.
  private nonisolated(unsafe) static let all: UnsafeMutablePointer<NodePool> = {
    let pools = UnsafeMutablePointer<NodePool>.allocate(capacity: count * stride)
    for index in 0..<count { (pools + index * stride).initialize(to: NodePool()) }
    return pools
  }()

  /// A pool, which outlives what refers to it: those chosen by address live as long as the process.
  @usableFromInline struct Reference {
    fileprivate let pool: UnsafeMutablePointer<NodePool>

    /// A pool of one's own: for tests.
    init(_ pool: UnsafeMutablePointer<NodePool>) { self.pool = pool }

    /// The pool for what waits for this source.
    @usableFromInline init(for source: AnyObject) {
      let address = UInt(bitPattern: Unmanaged.passUnretained(source).toOpaque())
      pool = NodePool.all + Int(address / 64 % UInt(NodePool.count)) * NodePool.stride
    }

    /// Memory for a node: spare, or new.
    @usableFromInline func take() -> UnsafeMutableRawPointer { pool.pointee.take() }
  }

  private func take() -> UnsafeMutableRawPointer {
    // The look is cheaper than the change, which an empty pool does not need.
    if word.load(ordering: .relaxed) != 0, let first = NodePool.head(word.exchange(0, ordering: .acquiring)) {
      let rest = first.pointee.next
      if rest != 0, !word.compareExchange(expected: 0, desired: rest, ordering: .releasing).exchanged {
        NodePool.free(list: rest)
      }
      return UnsafeMutableRawPointer(first)
    }
    return .allocate(byteCount: NodePool.nodeSize, alignment: NodePool.alignment)
  }

  private func put(_ list: UInt) { NodePool.free(list: word.exchange(list, ordering: .acquiringAndReleasing)) }

  /// Nodes whose work is done, on their way back to the pool they came from.
  struct Used: ~Copyable {
    static let limit = 16

    private var first: UInt = 0
    private var count = 0
    /// All that waits for one turn waits for one source, whose pool this is.
    private var pool: Reference?

    init() {}

    mutating func append(_ head: UnsafeMutablePointer<QueuedWork.Head>, _ pool: Reference?) {
      guard let pool else { return NodePool.free(head) }
      assert(self.pool == nil || self.pool?.pool == pool.pool, "what waits for one turn has one pool")
      self.pool = pool
      head.pointee.next = first
      first = UInt(bitPattern: head)
      count += 1
      if count == Self.limit { putBack() }
    }

    private mutating func putBack() {
      pool?.pool.pointee.put(first)
      first = 0
      count = 0
    }

    deinit { if count > 0 { pool?.pool.pointee.put(first) } }
  }

  /// Gives the memory of a node that nothing is in any more to the system.
  @usableFromInline static func free(_ head: UnsafeMutablePointer<QueuedWork.Head>) {
    UnsafeMutableRawPointer(head).deallocate()
  }

  private static func free(list: UInt) {
    var list = list
    while let head = head(list) {
      list = head.pointee.next
      free(head)
    }
  }

  private static func head(_ word: UInt) -> UnsafeMutablePointer<QueuedWork.Head>? { .init(bitPattern: word) }
}
