import Synchronization

/// The right to deliver, as one atomic word. Whoever takes it works; whoever finds it taken queues work and leaves;
/// the owner does what was queued before it gives the turn back. So what a turn guards is never touched by two
/// threads at once, no thread waits for another, and no lock is held while calling out.
///
/// | word      | meaning                      | who may change it                                              |
/// |-----------|------------------------------|----------------------------------------------------------------|
/// | `0`       | free                         | anyone, to `1` (`take`): the new owner                         |
/// | `1`       | taken, nothing queued        | the owner, to `0` (`leave`); anyone, to a node (`takeOrQueue`) |
/// | a pointer | taken, a stack of queued work | anyone, to a node on top of it; the owner, to `1` (`drain`)   |
///
/// Pushing never reads through the pointer and only the owner pops, all nodes in one exchange, so a node is
/// freed by nobody else while it can be reached. Taking acquires and leaving releases: each owner sees all that the
/// one before it did. The stack is reversed when it is drained, so work runs in the order it was queued.
@usableFromInline struct Turn: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt>(0)

  @inlinable init() {}

  /// Takes the turn if it is free.
  @inlinable func take() -> Bool {
    word.compareExchange(expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed).exchanged
  }

  /// Gives the turn back, after doing what was queued meanwhile. For the owner only.
  @inlinable func leave() {
    if !word.compareExchange(expected: 1, desired: 0, successOrdering: .releasing, failureOrdering: .relaxed).exchanged
    {
      drain()
    }
  }

  /// Queues work for the owner, or takes the turn if it has become free: then the caller does the work itself.
  @usableFromInline func takeOrQueue(_ work: @escaping () -> Void) -> Bool {
    let node = QueuedWork(work)
    // Balanced in `drain`, or below where the node is not needed.
    let pointer = UInt(bitPattern: Unmanaged.passRetained(node).toOpaque())
    var seen = word.load(ordering: .relaxed)
    while true {
      if seen == 0 {
        let attempt = word.compareExchange(
          expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed)
        if attempt.exchanged {
          Unmanaged.passUnretained(node).release()
          return true
        }
        seen = attempt.original
      } else {
        node.next = seen
        let attempt = word.compareExchange(
          expected: seen, desired: pointer, successOrdering: .releasing, failureOrdering: .relaxed)
        if attempt.exchanged { return false }
        seen = attempt.original
      }
    }
  }

  /// Does queued work until there is none, then gives the turn back.
  @usableFromInline func drain() {
    repeat {
      var stack = word.exchange(1, ordering: .acquiring)
      var first: QueuedWork?
      while let pointer = UnsafeRawPointer(bitPattern: stack), stack != 1 {
        // The pointer came from `passRetained` above and the exchange made it ours alone.
        let node = Unmanaged<QueuedWork>.fromOpaque(pointer).takeRetainedValue()
        stack = node.next
        node.following = first
        first = node
      }
      while let node = first {
        first = node.following
        node.following = nil
        node.work()
      }
    } while !word.compareExchange(
      expected: 1, desired: 0, successOrdering: .releasing, failureOrdering: .relaxed
    ).exchanged
  }
}

/// Work waiting for its turn.
private final class QueuedWork {
  let work: () -> Void
  /// The node below on the stack; 0 or 1 at the bottom.
  var next: UInt = 0
  /// The node after this one, once the stack is reversed.
  var following: QueuedWork?

  init(_ work: @escaping () -> Void) { self.work = work }
}
