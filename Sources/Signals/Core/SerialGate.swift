import Dispatch
public import Synchronization

/// The right to deliver. A thread that enters a free gate works inside it. A thread that finds the gate taken queues its work
/// and returns. The owner performs the queued work before it leaves. So only one thread at a time accesses the state that a
/// gate guards, no thread waits for the work of another, and no lock is held while calling out.
///
/// | word | meaning | changed by |
/// |---|---|---|
/// | 0 | free | any thread, to 1: the new owner |
/// | 1 | taken, nothing is queued | the owner, to 0; any thread under the lock, to 2 |
/// | 2 | taken, work may be queued | the owner under the lock, to 0 once the queue is empty |
///
/// Entering acquires and leaving releases, so each owner sees all changes by the one before it. The platform lock guards the
/// queue. The owner performs the work that is queued meanwhile, but of other threads only a bounded amount, see `foreignLimit`. Then
/// a thread of Dispatch is the owner. So a main thread that sends once stays free, even if another thread sends without end.
@usableFromInline class SerialGate: @unchecked Sendable {
  @usableFromInline static var free: UInt8 { 0 }
  @usableFromInline static var taken: UInt8 { 1 }
  @usableFromInline static var queued: UInt8 { 2 }
  /// The number of pieces of work of other threads that one owner performs.
  static var foreignLimit: Int { 1_000 }

  @usableFromInline final let lock = PlatformLock()
  /// Created when work is queued first. Set and used under the lock, except for the batch, which belongs to the owner.
  private final lazy var queue = Queue()
  // The last one, so that the flags of a `NodeGate` need no more memory.
  @usableFromInline final let word = Atomic<UInt8>(free)

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

  /// Enters if the gate is free. Otherwise the work that the caller queues before it unlocks will be performed.
  @usableFromInline func enterLocked() -> Bool {
    // From 2, the word changes only under the lock.
    if word.load(ordering: .relaxed) == Self.queued { return false }
    if word.exchange(Self.queued, ordering: .acquiringAndReleasing) != Self.free { return false }
    word.store(Self.taken, ordering: .relaxed)
    return true
  }

  /// Performs `work` in the gate: now if the gate is free, or else after the work queued before it.
  @usableFromInline final func perform(_ work: @escaping () -> Void) { perform(work) { $0() } }

  /// Performs `work` with `argument` in the gate, in the same way. If `work` captures nothing, only queueing allocates a closure.
  @inlinable @inline(__always) final func perform<Argument>(
    _ argument: Argument, _ work: @escaping (Argument) -> Void
  ) {
    if enter() || enterOrQueue({ work(argument) }) {
      work(argument)
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
    let thread = CurrentThread.number
    if let index = queue.counts.firstIndex(where: { $0.thread == thread }) {
      queue.counts[index].count += 1
    } else {
      queue.counts.append((thread, 1))
    }
  }

  @usableFromInline final func drain() {
    while takeBatch(next: {
      self.performBatch()
      self.drain()
    }) { performBatch() }
  }

  /// Takes the queued work. False if there is none, after which the gate is free, or if a thread of Dispatch is the next owner: it
  /// performs the batch with `next`. That is code of the subject, which knows the types: other code is slower than two senders.
  @usableFromInline final func takeBatch(next: @escaping @Sendable () -> Void) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    let count = takeWaiting()
    #if DEBUG
      queue.batches = count == 0 ? 0 : queue.batches + 1
      BindingCircle.check(batch: queue.batches)
    #endif
    if count == 0 {
      queue.foreignCount = 0
      word.store(Self.free, ordering: .releasing)
      return false
    }
    let thread = CurrentThread.number
    queue.foreignCount += count - (queue.counts.first { $0.thread == thread }?.count ?? 0)
    queue.counts.removeAll(keepingCapacity: true)
    if queue.foreignCount < Self.foreignLimit { return true }
    queue.foreignCount = 0
    #if DEBUG
      queue.batches = 0
    #endif
    // The gate stays taken. A new queue has a thread even if all threads of the global queue wait for this work.
    DispatchQueue(label: "SerialGate").async(execute: next)
    return false
  }

  // MARK: The queue, under the lock; a subject has a queue of its own type

  @usableFromInline func append(_ work: @escaping () -> Void) {
    queue.waiting.append(work)
    noteQueued()
  }

  /// Makes the queued work the batch; returns its size.
  @usableFromInline func takeWaiting() -> Int {
    swap(&queue.batch, &queue.waiting)
    return queue.batch.count
  }

  @usableFromInline func performBatch() {
    let works = queue.batch
    queue.batch = []
    for work in works { work() }
  }

  private final class Queue {
    var waiting: [() -> Void] = []
    var batch: [() -> Void] = []
    /// How much of the waiting work each thread has queued.
    var counts: [(thread: UInt, count: Int)] = []
    /// How much work of other threads the owner has performed.
    var foreignCount = 0
    #if DEBUG
      /// The number of the owner's batch.
      var batches = 0
    #endif
  }
}
