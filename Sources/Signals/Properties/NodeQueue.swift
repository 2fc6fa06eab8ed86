/// Nodes in the order of their heights. Nodes come nearly in that order, so a node is inserted from the end. The memory is used
/// again, for a queue is filled and emptied with each write.
struct NodeQueue {
  // Used are `head..<tail`.
  private var nodes: [AnyPropertyNode?] = []
  private var head = 0
  private var tail = 0

  var isEmpty: Bool { head == tail }
  var first: AnyPropertyNode? { head < tail ? nodes[head] : nil }

  mutating func insert(_ node: AnyPropertyNode) {
    if tail < nodes.count { nodes[tail] = node } else { nodes.append(node) }
    var index = tail
    tail += 1
    while index > head, let before = nodes[index - 1], before.height > node.height {
      nodes.swapAt(index - 1, index)
      index -= 1
    }
  }

  mutating func removeFirst() -> AnyPropertyNode? {
    if head == tail { return nil }
    let node = nodes[head].take()
    head += 1
    if head == tail { (head, tail) = (0, 0) }
    return node
  }
}
