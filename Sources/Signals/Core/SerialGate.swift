import Dispatch
public import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The right to deliver. A thread that enters a free gate works inside it; a thread that finds the gate taken queues its work and
/// returns. The owner performs what is queued before it leaves. So what a gate guards is never touched by two threads at once,
/// no thread waits for the work of another, and no lock is held while calling out.
///
/// | word | meaning | who changes it |
/// |---|---|---|
/// | 0 | free | any thread, to 1: the new owner |
/// | 1 | taken, nothing is queued | the owner, to 0; any thread under the lock, to 2 |
/// | 2 | taken, work may be queued | the owner under the lock, to 0 once the queue is empty |
///
/// Entering acquires and leaving releases, so each owner sees all that the one before it did. The queue is guarded by the
/// platform lock. What the owner loads inside the gate it uses inside the gate only.
///
/// The owner performs everything that its own thread queues. Of what other threads queue meanwhile it performs a bounded
/// number, see `foreignLimit`, and then a thread of Dispatch goes on in its place: a main thread that sends once is not kept
/// busy by a thread that sends without end.
@usableFromInline class SerialGate: @unchecked Sendable {
  @usableFromInline static var free: UInt8 { 0 }
  @usableFromInline static var taken: UInt8 { 1 }
  @usableFromInline static var queued: UInt8 { 2 }
  /// How much work of other threads one owner performs, in pieces.
  static var foreignLimit: Int { 1_000 }

  @usableFromInline final let word = Atomic<UInt8>(free)
  @usableFromInline final let lock = PlatformLock()

  /// Made where work is queued first. Set and used under the lock, but for the batch, which is the owner's.
  private final var queue: Queue?

  @inlinable init() {}

  /// Enters if the gate is free.
  @inlinable func enter() -> Bool {
    word.compareExchange(
      expected: Self.free, desired: Self.taken, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// Leaves, unless work is queued. For the owner only. Never inlined, so LLVM moves no load, retain or release past the call. Swift's
  /// own optimiser could: in the machine code of a release client, every retain that follows is of a reference its caller holds.
  @usableFromInline @inline(never) final func tryLeave() -> Bool {
    word.compareExchange(
      expected: Self.taken, desired: Self.free, successOrdering: .releasing, failureOrdering: .relaxed
    ).exchanged
  }

  /// Performs the queued work, then leaves. For the owner only.
  @inlinable final func leave() { if !tryLeave() { drain() } }

  /// Enters if the gate is free. If it is not, what the caller queues before it unlocks will be performed.
  @inlinable func enterLocked() -> Bool {
    if word.exchange(Self.queued, ordering: .acquiringAndReleasing) != Self.free { return false }
    word.store(Self.taken, ordering: .relaxed)
    return true
  }

  /// Performs `work` in the gate: now if it is free, or else after the work queued before it.
  @usableFromInline final func perform(_ work: @escaping () -> Void) {
    if enter() || enterOrQueue(work) {
      work()
      leave()
    }
  }

  /// Enters, or queues `work`.
  @usableFromInline final func enterOrQueue(_ work: @escaping () -> Void) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    if enterLocked() { return true }
    append(work)
    return false
  }

  /// For the holder of the lock that found the gate taken.
  @usableFromInline final func noteQueued() {
    let queue = madeQueue
    if queue.hasOwnWork { return }
    queue.hasOwnWork = queue.drainer.map { pthread_equal($0, pthread_self()) != 0 } ?? true
  }

  private final var madeQueue: Queue {
    if let queue { return queue }
    let made = Queue()
    queue = made
    return made
  }

  @usableFromInline final func drain() { while takeBatch() { performBatch() } }

  /// Takes the queued work; false if there is none, then the gate is left, or if another thread performs the rest.
  @usableFromInline final func takeBatch() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    let count = takeWaiting(), queue = madeQueue
    if count == 0 {
      queue.drainer = nil
      queue.foreignCount = 0
      word.store(Self.free, ordering: .releasing)
      return false
    }
    if queue.hasOwnWork || queue.drainer == nil {
      queue.hasOwnWork = false
      queue.foreignCount = 0
    } else {
      queue.foreignCount += count
    }
    if queue.foreignCount < Self.foreignLimit {
      if queue.drainer == nil { queue.drainer = pthread_self() }
      return true
    }
    // The gate stays taken; what it guards changes hands with the queue of Dispatch, which orders the two threads.
    queue.drainer = nil
    queue.foreignCount = 0
    DispatchQueue.global().async {
      self.performBatch()
      self.drain()
    }
    return false
  }

  // MARK: The queue; a subject has one of its own type

  /// Under the lock.
  @usableFromInline func append(_ work: @escaping () -> Void) {
    madeQueue.waiting.append(work)
    noteQueued()
  }

  /// Under the lock: makes the queued work the batch; gives its size.
  @usableFromInline func takeWaiting() -> Int {
    let queue = madeQueue
    swap(&queue.batch, &queue.waiting)
    return queue.batch.count
  }

  @usableFromInline func performBatch() {
    guard let queue else { return }
    let works = queue.batch
    queue.batch = []
    for work in works { work() }
  }

  private final class Queue {
    var waiting: [() -> Void] = []
    var batch: [() -> Void] = []
    /// The thread that performs queued work.
    var drainer: pthread_t?
    var hasOwnWork = false
    /// How much the drainer has performed since there was work of its own.
    var foreignCount = 0
  }
}
