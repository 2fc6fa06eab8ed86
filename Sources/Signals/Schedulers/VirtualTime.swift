/// The time of a ``VirtualTimeScheduler``, and the work that waits for it.
///
/// Work that kept the scheduler it waits on would be kept by it, and neither would ever go: a timer that nobody disposes, on a
/// scheduler that nobody has any more. So operators hold this instead.
struct VirtualTime: Scheduler {
  private struct Entry {
    let time: Duration, number: Int
    let work: ScheduledWork
    var isDropped: Bool { work.disposable.isDisposed }
    func isBefore(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
  }
  private struct State {
    var now = Duration.zero
    var scheduled = 0
    var queue = PriorityQueue<Entry> { $0.isBefore($1) }
    var isOver = false

    /// Takes off what was disposed; gives it, to be released after unlocking.
    mutating func dropDisposed() -> [Entry] {
      var dropped: [Entry] = []
      while let first = queue.first, first.isDropped, let entry = queue.removeFirst() { dropped.append(entry) }
      return dropped
    }
  }
  private let state = Protected(State())

  var now: Duration { state.withLock { $0.now } }

  var pending: Int { state.withLock { state in state.queue.elements.count { !$0.isDropped } } }

  var nextDue: Duration? {
    let (due, dropped) = state.withLock { state in
      let dropped = state.dropDisposed()
      return (state.queue.first?.time, dropped)
    }
    return withExtendedLifetime(dropped) { due }
  }

  @discardableResult func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
    schedule(after: .zero, work)
  }

  @discardableResult func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    let scheduled = ScheduledWork(work)
    let isScheduled = state.withLock { state in
      if state.isOver { return false }
      state.scheduled += 1
      state.queue.insert(Entry(time: state.now + max(delay, .zero), number: state.scheduled, work: scheduled))
      return true
    }
    return isScheduled ? scheduled.disposable : .disposed
  }

  /// Moves to the next piece of work, if it is due by `end`, and runs it; false if there is none.
  func runNext(until end: Duration?) -> Bool {
    let (next, dropped) = state.withLock { state -> (ScheduledWork?, [Entry]) in
      let dropped = state.dropDisposed()
      guard let first = state.queue.first, end.map({ first.time <= $0 }) ?? true else { return (nil, dropped) }
      state.queue.removeFirst()
      state.now = max(state.now, first.time)
      return (first.work, dropped)
    }
    withExtendedLifetime(dropped) {}
    next?.run()
    return next != nil
  }

  func move(to time: Duration) { state.withLock { $0.now = max($0.now, time) } }

  /// Drops what waits, and what is scheduled from now on.
  func end() {
    let dropped = state.withLock { state in
      state.isOver = true
      defer { state.queue = PriorityQueue { $0.isBefore($1) } }
      return state.queue.elements
    }
    withExtendedLifetime(dropped) {}
  }
}

extension Scheduler {
  /// This scheduler, for what waits on it to hold. All others let go of work by themselves, once it is due.
  @usableFromInline var heldByItsWork: any Scheduler {
    // Compared first, for a cast takes its time.
    Self.self == VirtualTimeScheduler.self ? (self as? VirtualTimeScheduler)?.time ?? self : self
  }
}
