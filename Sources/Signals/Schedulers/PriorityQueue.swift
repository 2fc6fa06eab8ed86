/// A binary heap: the first element is the one that is before all others. Inserting and removing are O(log n).
struct PriorityQueue<Element> {
  private(set) var elements: [Element] = []
  private let isBefore: (Element, Element) -> Bool

  init(_ isBefore: @escaping (Element, Element) -> Bool) { self.isBefore = isBefore }

  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0, isBefore(elements[child], elements[(child - 1) / 2]) {
      elements.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Takes the first element off.
  @discardableResult mutating func removeFirst() -> Element? {
    guard !elements.isEmpty else { return nil }
    elements.swapAt(0, elements.count - 1)
    let first = elements.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < elements.count {
        if isBefore(elements[child], elements[least]) { least = child }
      }
      if least == parent { return first }
      elements.swapAt(parent, least)
      parent = least
    }
  }
}
