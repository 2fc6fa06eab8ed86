/// A first-in, first-out queue; both ends in constant time, amortised.
@usableFromInline package struct FIFO<Element> {
  private var elements: [Element?] = []
  private var head = 0

  @usableFromInline package init() {}

  package var count: Int { elements.count - head }
  @usableFromInline package var isEmpty: Bool { head == elements.count }

  @usableFromInline package mutating func append(_ element: Element) { elements.append(element) }

  @usableFromInline package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head].take()
    head += 1
    if head == elements.count || head > 64 && head * 2 > elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
