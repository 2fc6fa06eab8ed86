/// Nodes in the order of their heights, and nodes of one height in the order in which they came.
///
/// The links are in the nodes, so a queue allocates nothing, and a node is in one queue at a time. Most nodes come in order: they
/// make a list. The others make a pairing heap. The queue holds no references.
@usableFromInline struct NodeQueue {
  typealias Reference = Unmanaged<AnyPropertyNode>

  // Safe: the owner of the queue keeps the nodes alive, see `PropertyGroup` and `Delivery`.
  private var first: Reference?
  private var last: Reference?
  private var heap: Reference?
  private var count = 0

  init() {}

  @usableFromInline var isEmpty: Bool { first == nil && heap == nil }

  mutating func insert(_ node: AnyPropertyNode) {
    node.order = node.height << 32 | count
    node.next = nil
    count += 1
    // Kept by the owner of the queue, see above.
    let reference = Reference.passUnretained(node)
    guard let last else {
      first = reference
      self.last = reference
      return
    }
    if last.order < node.order {
      last.next = reference
      self.last = reference
    } else {
      heap = heap.map { Self.merge($0, reference) } ?? reference
    }
  }

  mutating func removeFirst() -> Reference? {
    guard let node = first, heap.map({ node.order < $0.order }) ?? true else { return removeFirstOfHeap() }
    first = node.next
    if first == nil { last = nil }
    if isEmpty { count = 0 }
    return node
  }

  private mutating func removeFirstOfHeap() -> Reference? {
    guard let top = heap else { return nil }
    // Neighbours are merged, then the pairs, from the last one on.
    var child = top.child, pairs: Reference?
    while let one = child {
      child = one.next
      one.next = nil
      var pair = one
      if let other = child {
        child = other.next
        other.next = nil
        pair = Self.merge(one, other)
      }
      pair.next = pairs
      pairs = pair
    }
    top.child = nil
    heap = nil
    while let pair = pairs {
      pairs = pair.next
      pair.next = nil
      heap = heap.map { Self.merge($0, pair) } ?? pair
    }
    if isEmpty { count = 0 }
    return top
  }

  private static func merge(_ a: Reference, _ b: Reference) -> Reference {
    if b.order < a.order { return merge(b, a) }
    b.next = a.child
    a.child = b
    return a
  }
}

extension NodeQueue.Reference {
  // A node is kept as long as it is in a queue, see above.
  fileprivate var order: Int { _withUnsafeGuaranteedRef { $0.order } }
  fileprivate var next: Self? {
    get { _withUnsafeGuaranteedRef { $0.next } }
    nonmutating set { _withUnsafeGuaranteedRef { $0.next = newValue } }
  }
  fileprivate var child: Self? {
    get { _withUnsafeGuaranteedRef { $0.child } }
    nonmutating set { _withUnsafeGuaranteedRef { $0.child = newValue } }
  }
}
