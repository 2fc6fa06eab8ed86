/// Nodes in the order of their heights, and nodes of one height in the order in which they came. Most come in that order: while all
/// do, this is a list. When one does not, the list becomes a binary heap, until the queue is empty. The memory is used again, for a
/// queue is filled and emptied with each write.
struct NodeQueue {
  private struct Place {
    /// The height of the node, then how many came before it since the queue was empty.
    let order: Int
    var node: AnyPropertyNode?
  }

  /// Used are `head..<tail`. In a heap `head` is 0, and no place comes before its parent, which is at `(index - 1) / 2`.
  private var places: [Place] = []
  private var head = 0
  private var tail = 0
  private var isHeap = false
  private var count = 0

  var isEmpty: Bool { head == tail }
  var first: AnyPropertyNode? { head < tail ? places[head].node : nil }

  mutating func insert(_ node: AnyPropertyNode) {
    let order = node.height << 32 | count
    count += 1
    if !isHeap, head < tail, order < places[tail - 1].order {
      // A sorted list is a heap.
      places.removeFirst(head)
      (head, tail, isHeap) = (0, tail - head, true)
    }
    let place = Place(order: order, node: node)
    if tail < places.count { places[tail] = place } else { places.append(place) }
    tail += 1
    if isHeap { raiseLast() }
  }

  mutating func removeFirst() -> AnyPropertyNode? {
    if isEmpty { return nil }
    let node: AnyPropertyNode?
    if isHeap {
      tail -= 1
      node = places[0].node.take()
      places.swapAt(0, tail)
      lowerFirst()
    } else {
      node = places[head].node.take()
      head += 1
    }
    if isEmpty { (head, tail, count, isHeap) = (0, 0, 0, false) }
    return node
  }

  // The two below use the places without checks of bounds: parents are from 0 on, and children are compared with `tail` before.

  private mutating func raiseLast() {
    let last = tail - 1
    places.withUnsafeMutableBufferPointer { places in
      var index = last
      while index > 0, case let parent = (index - 1) / 2, places[index].order < places[parent].order {
        places.swapAt(index, parent)
        index = parent
      }
    }
  }

  private mutating func lowerFirst() {
    let count = tail
    places.withUnsafeMutableBufferPointer { places in
      var index = 0, child = 1
      while child < count {
        if child + 1 < count, places[child + 1].order < places[child].order { child += 1 }
        if places[index].order < places[child].order { return }
        places.swapAt(index, child)
        index = child
        child = 2 * index + 1
      }
    }
  }
}
