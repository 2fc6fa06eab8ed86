import Synchronization

/// The right to deliver, as one atomic word. Whoever takes it works; whoever finds it taken queues work and leaves;
/// the owner does what was queued before it gives the turn back. So what a turn guards is never touched by two
/// threads at once, no thread waits for another's work, and no lock is held while calling out.
///
/// | word      | meaning                       | who may change it                                               |
/// |-----------|-------------------------------|-----------------------------------------------------------------|
/// | `0`       | free                          | anyone, to `1` (`take`): the new owner                          |
/// | `1`       | taken, nothing queued         | the owner, to `0` (`leave`, `drain`); anyone, to a node         |
/// | a pointer | taken, a stack of queued work | anyone, to a node on top of it; the owner, to `1` (`drain`)     |
///
/// Pushing never reads through the pointer and only the owner pops, all nodes at once, so a node is freed by nobody
/// else while it can be reached. Taking acquires and leaving releases: each owner sees all that the one before it did.
/// The stack is reversed when it is drained, so work runs in the order it was queued.
///
/// Leaving is a call that the optimiser cannot look into: see `leave`. What is read and written whoever has the turn, the value of
/// a property, has a ``ValueLock``.
@usableFromInline struct Turn: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt>(free)

  @usableFromInline static var free: UInt { 0 }
  @usableFromInline static var taken: UInt { 1 }

  @inlinable init() {}

  /// Takes the turn if it is free.
  @inlinable func take() -> Bool {
    word.compareExchange(
      expected: Self.free, desired: Self.taken, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// Gives the turn back, after doing what was queued meanwhile. For the owner only.
  ///
  /// Not inlined, and it may call out: so the optimiser moves no retain, release or load of the owner's past the moment in which
  /// another thread may take the turn. It does not know that such a word guards anything, and has moved a retain past an atomic
  /// store that was inlined into a client.
  @usableFromInline @inline(never) func leave() {
    let (isFree, seen) = word.compareExchange(
      expected: Self.taken, desired: Self.free, successOrdering: .releasing, failureOrdering: .relaxed)
    if !isFree { drain(seen) }
  }

  /// Queues work for the owner, or takes the turn if it has become free: then the caller does the work itself.
  func takeOrQueue(_ work: @escaping () -> Void) -> Bool { takeOrQueue(QueuedWork(work)) }

  @usableFromInline func takeOrQueue(_ work: consuming QueuedWork) -> Bool {
    let seen = change { work.word(onto: $0) }
    work.settle(after: seen)
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
  ///
  /// - Parameter seen: The word as it was a moment ago, to begin with.
  @usableFromInline func drain(_ seen: UInt) {
    var seen = seen
    var used = NodePool.Used()
    while true {
      // The queued work, which the change makes ours alone.
      var stack = change(from: seen) { $0 == Self.taken ? Self.free : Self.taken }
      if stack == Self.taken { return }
      var first = Self.taken
      while stack != Self.taken {
        let work = QueuedWork(taking: stack)
        stack = work.next
        first = work.queue(onto: first)
      }
      while first != Self.taken {
        let work = QueuedWork(taking: first)
        first = work.next
        work.perform(reusing: &used)
      }
      seen = Self.taken
    }
  }

  /// Changes the word.
  ///
  /// - Parameter guess: What it may be. If it is not, that is found out.
  /// - Returns: What it was.
  private func change(from guess: UInt? = nil, _ change: (UInt) -> UInt) -> UInt {
    var seen = guess ?? word.load(ordering: .relaxed)
    while true {
      let (isChanged, original) = word.compareExchange(
        expected: seen, desired: change(seen), successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
      if isChanged { return seen }
      seen = original
    }
  }
}
