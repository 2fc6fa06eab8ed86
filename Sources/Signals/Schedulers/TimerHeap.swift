/// Pending work, the next piece first; pieces that are due at one time are in the order they were added. Adding and removing take
/// O(log n).
struct TimerHeap {
  // A binary heap: no piece is due before its parent, which is at half its index.
  private(set) var pieces: [ScheduledWork] = []
  private var added = 0

  mutating func add(_ work: ScheduledWork, due: Duration) {
    added += 1
    work.position = (due, added, pieces.count)
    pieces.append(work)
    move(work, from: pieces.count - 1)
  }

  /// Removes the work, unless it is not here any more.
  mutating func remove(_ work: ScheduledWork) {
    let index = work.position.index
    guard index < pieces.count, pieces[index] === work, let last = pieces.popLast(), last !== work else { return }
    move(last, from: index)
  }

  /// Puts a piece at an index, or further up or down, where it belongs.
  private mutating func move(_ work: ScheduledWork, from start: Int) {
    var index = start
    while index > 0, work.position < pieces[(index - 1) / 2].position {
      put(pieces[(index - 1) / 2], at: index)
      index = (index - 1) / 2
    }
    while true {
      var child = 2 * index + 1
      if child + 1 < pieces.count, pieces[child + 1].position < pieces[child].position { child += 1 }
      guard child < pieces.count, pieces[child].position < work.position else { break }
      put(pieces[child], at: index)
      index = child
    }
    put(work, at: index)
  }

  private mutating func put(_ work: ScheduledWork, at index: Int) {
    pieces[index] = work
    work.position.index = index
  }
}
