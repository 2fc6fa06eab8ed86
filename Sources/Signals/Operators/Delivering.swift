public import Synchronization

extension Signal {
  /// The same events, a failure included, delivered on `scheduler` in the order they came. A burst, with the events that come
  /// during its delivery, is one piece of scheduled work. If values come faster than they are used, such as a progress that a
  /// view draws, put a `throttle` before this. Events that are undelivered when the observation is disposed are dropped.
  ///
  ///     source                   ab   ---c|
  ///     observe(on: aTickLater)  -(ab)----(c|)
  @inlinable public func observe(on scheduler: any Scheduler) -> Self {
    let scheduler = scheduler.heldByItsWork
    return chained { value, end, scope in
      let queue = DeliveryQueue(Sink(value: value, end: end), scope, scheduler)
      run({ queue.add(.value($0)) }, End { queue.add($0.event()) }, scope)
    }
  }

  /// The same signal, with its work started on `scheduler`.
  ///
  ///     source                      a--b|
  ///     subscribe(on: aTickLater)  -a--b|
  public func subscribe(on scheduler: any Scheduler) -> Self {
    let scheduler = scheduler.heldByItsWork
    return chained { sink, scope in
      let emitter = Emitter(sink, in: scope)
      emitter.disposable.add(scheduler.schedule { emitter.observe(self) { emitter.emit($0) } })
    }
  }
}

/// Events on their way to a scheduler, first in, first out. There is one producer, because upstream is serial, and one
/// consumer, the scheduled work.
///
/// Events are written into blocks. Only `count` is shared:
///
/// | | does | may touch |
/// |---|---|---|
/// | producer | writes an event, then adds one to `count`; if that was 0, schedules the consumer | the block written to |
/// | consumer | takes as many as it saw in `count`, then subtracts them; goes on until that gives 0 | the blocks read from |
///
/// Adding releases and reading acquires, so an event is read after it was written. A producer links the block it leaves to the
/// next one before the count includes the next event. Only a `count` of 0 allows another consumer to be scheduled, and so
/// orders it after this one. So there is no lock, one atomic addition for an event, and one piece of scheduled work for a
/// burst.
///
/// If the `.ui` scheduler would run the work at once, a producer that finds `count` 0 adds one without writing an event,
/// delivers its event directly, and is the consumer meanwhile. So a binding on the main queue needs no block. An event from
/// inside a consumer finds `count` above 0, and waits its turn.
@usableFromInline final class DeliveryQueue<Value: Sendable, Failure: Error>: @unchecked Sendable {
  @usableFromInline typealias Block = DeliveryBlock<Event<Value, Failure>>

  @usableFromInline let count = Atomic(0)
  // The producer's, one access at a time; created on first use.
  @safe @exclusivity(unchecked) @usableFromInline var scheduled: SerialDisposable?
  // The producer's, one access at a time; nil until an event is written. Uncounted: it is the last of the blocks, and `head`,
  // or the consumer, keeps them all alive.
  @safe @exclusivity(unchecked) @usableFromInline var tail: BorrowedReference<Block>?
  // Set by the producer once, before it announces the first event; from then on the consumer's, one access at a time. One
  // closure, created where the types are known.
  @safe @exclusivity(unchecked) @usableFromInline var receive: ((Event<Value, Failure>) -> Void)?
  @safe @exclusivity(unchecked) @usableFromInline var head: Block?
  @usableFromInline let sink: Sink<Value, Failure>
  @usableFromInline let scope: Disposable
  @usableFromInline let scheduler: any Scheduler
  /// The scheduler, if it may run work at once.
  @usableFromInline let ui: UIScheduler?

  @inlinable init(_ sink: Sink<Value, Failure>, _ scope: Disposable, _ scheduler: any Scheduler) {
    self.sink = sink
    self.scope = scope
    ui = type(of: scheduler) == UIScheduler.self ? scheduler as? UIScheduler : nil
    self.scheduler = scheduler
  }

  deinit {
    // One block at a time: their links would release each other by recursion.
    while let next = head?.next {
      head?.next = nil
      head = next
    }
  }

  @inlinable func add(_ event: Event<Value, Failure>) {
    // No event would be delivered.
    if scope.isDisposed { return }
    if let ui, ui.runsAtOnce, count.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged {
      sink(event)
      deliver(finish(1))
      return
    }
    write(event)
    announce()
  }

  /// Announces a written event. Never inlined, so the optimiser moves no retain past the call, as in ``SerialGate/tryLeave()``.
  @usableFromInline @inline(never) func announce() {
    if count.add(1, ordering: .acquiringAndReleasing).oldValue == 0 { schedule() }
  }

  /// Subtracts the events that were read, and returns the number that came meanwhile. Never inlined, as above: after the call,
  /// another thread may read.
  @usableFromInline @inline(never) func finish(_ delivered: Int) -> Int {
    count.subtract(delivered, ordering: .acquiringAndReleasing).newValue
  }

  @inlinable func write(_ event: Event<Value, Failure>) {
    // The tail is alive: the consumer drops a block only after the producer has linked the next one, and the producer is here.
    if let tail, !tail.with({ $0.isFull }) {
      tail.with { $0.append(event) }
    } else {
      addBlock().append(event)
    }
  }

  /// The block for the next event.
  @inlinable func addBlock() -> Block {
    let block: Block
    if let tail {
      block = tail.object.appendBlock()
    } else {
      block = Block(capacity: 4)
      head = block
      receive = { [sink] in sink($0) }
    }
    tail = unsafe BorrowedReference(block)
    return block
  }

  @usableFromInline func schedule() {
    if scheduled == nil {
      let made = SerialDisposable()
      scheduled = made
      scope.add(made)
    }
    // Replaces the work before, which has run.
    scheduled?.replace(with: scheduler.schedule { self.deliver(self.count.load(ordering: .acquiring)) })
  }

  /// Delivers the events that were seen waiting, and those that come meanwhile.
  @inlinable func deliver(_ seen: Int) {
    var waiting = seen
    while waiting > 0, let receive, var block = head {
      for _ in 0..<waiting {
        if block.isEmpty, let next = block.next {
          // One block at a time: dropped together, they would release each other by recursion.
          head = next
          block = next
        }
        let event = block.popFirst()
        if !scope.isDisposed { receive(event) }
      }
      waiting = finish(waiting)
    }
  }
}

/// A block of a queue: one thread writes it from one end, another reads it from the other end and then drops it.
@usableFromInline @safe final class DeliveryBlock<Element> {
  // Slots `read..<written` are initialised. The producer changes `written`, the slot at it, and `next`. The consumer changes
  // `read` and takes the slots below `written`. `DeliveryQueue.count` orders each read of the other's state.
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let capacity: Int
  @safe @exclusivity(unchecked) @usableFromInline var written = 0
  @safe @exclusivity(unchecked) @usableFromInline var read = 0
  @safe @exclusivity(unchecked) @usableFromInline var next: DeliveryBlock?

  @inlinable init(capacity: Int) {
    self.capacity = capacity
    // No slot is initialised yet.
    unsafe slots = .allocate(capacity: capacity)
  }

  deinit {
    // The slots that were written and not read; no other thread has the block any more.
    unsafe (slots + read).deinitialize(count: written - read)
    unsafe slots.deallocate()
  }

  @inlinable var isFull: Bool { written == capacity }
  /// Whether a full block has been read completely.
  @inlinable var isEmpty: Bool { read == capacity }

  @inlinable func append(_ element: Element) {
    // The producer's slot: the block is not full.
    unsafe (slots + written).initialize(to: element)
    written += 1
  }

  @inlinable func popFirst() -> Element {
    defer { read += 1 }
    // Below `written`: the count announced it.
    return unsafe (slots + read).move()
  }

  /// The block after this one: twice as large, up to a limit.
  @inlinable func appendBlock() -> DeliveryBlock {
    let block = DeliveryBlock(capacity: min(capacity * 2, 256))
    next = block
    return block
  }
}
