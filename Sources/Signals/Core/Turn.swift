import Synchronization

/// The right to deliver, as one atomic word. Whoever takes it works; whoever finds it taken queues work and leaves;
/// the owner does what was queued before it gives the turn back. So what a turn guards is never touched by two
/// threads at once, no thread waits for another's work, and no lock is held while calling out.
///
/// | word      | meaning                       | who may change it                                               |
/// |-----------|-------------------------------|-----------------------------------------------------------------|
/// | `0`       | free                          | anyone, to `1` (`take`): the new owner                          |
/// | `1`       | taken, nothing queued         | the owner, to `0` (`leave`); anyone, to a node (`takeOrQueue`)  |
/// | a pointer | taken, a stack of queued work | anyone, to a node on top of it; the owner, to `1` (`drain`)     |
/// | … `+ 2`   | as above, and locked          | who locked it, to anything without the lock, by a plain store   |
/// | … `+ 6`   | as above, locked for long     | the same                                                        |
///
/// Pushing never reads through the pointer and only the owner pops, all nodes at once, so a node is freed by nobody
/// else while it can be reached. Taking acquires and leaving releases: each owner sees all that the one before it did.
/// The stack is reversed when it is drained, so work runs in the order it was queued.
///
/// The lock is for what is read and written whoever has the turn, the value of a property: see `TurnLock.swift`.
@usableFromInline struct Turn: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt>(free)

  @usableFromInline static var free: UInt { 0 }
  @usableFromInline static var taken: UInt { 1 }
  @usableFromInline static var locked: UInt { 2 }
  @usableFromInline static var long: UInt { 4 }

  @inlinable init() {}

  /// Takes the turn if it is free.
  @inlinable func take() -> Bool {
    word.compareExchange(
      expected: Self.free, desired: Self.taken, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// Gives the turn back, after doing what was queued meanwhile. For the owner only.
  @inlinable func leave() {
    if !tryLeave() { drain() }
  }

  @inlinable func tryLeave() -> Bool {
    word.compareExchange(
      expected: Self.taken, desired: Self.free, successOrdering: .releasing, failureOrdering: .relaxed
    ).exchanged
  }

  /// Queues work for the owner, or takes the turn if it has become free: then the caller does the work itself.
  func takeOrQueue(_ work: @escaping () -> Void) -> Bool { takeOrQueue(QueuedCall(work)) }

  @usableFromInline func takeOrQueue(_ node: QueuedWork) -> Bool {
    let pointer = node.retained()
    let seen = changeUnlocked { seen in
      if seen == Self.free { return Self.taken }
      node.next = seen
      return pointer
    }
    if seen == Self.free { _ = QueuedWork.taken(pointer) }
    return seen == Self.free
  }

  /// Does `work` in the turn: now if it is free, or else after what is queued before it.
  func perform(_ work: @escaping () -> Void) {
    if take() || takeOrQueue(work) {
      work()
      leave()
    }
  }

  /// Does queued work until there is none, then gives the turn back.
  @usableFromInline func drain() {
    repeat {
      // The queued work, which the change makes ours alone.
      var stack = changeUnlocked { _ in Self.taken }
      var first: QueuedWork?
      while stack != Self.taken {
        let node = QueuedWork.taken(stack)
        stack = node.next
        node.following = first
        first = node
      }
      while let node = first {
        first = node.following
        node.following = nil
        node.work(node)
      }
    } while !tryLeave()
  }

  /// Changes the word, as soon as nobody has it locked.
  ///
  /// - Returns: What it was.
  func changeUnlocked(_ change: (UInt) -> UInt) -> UInt {
    var patience = Patience()
    while true {
      let seen = word.load(ordering: .relaxed)
      if seen & Self.locked != 0 {
        patience.wait(for: self)
      } else if word.compareExchange(
        expected: seen, desired: change(seen), successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed
      ).exchanged {
        return seen
      }
    }
  }
}
