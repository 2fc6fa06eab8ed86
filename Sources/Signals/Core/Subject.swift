import Synchronization

/// A hot source: its gate and its observers. What does not depend on the types.
///
/// Its observers keep it alive, and it keeps them: each leaves when it is disposed, and all leave when the source ends or its
/// input goes.
@usableFromInline class AnySubject: SerialGate, @unchecked Sendable {
  @usableFromInline final let lifetime = LazyDisposable()
  // Only the owner of the gate touches this, one access at a time; everything else is immutable or a lock's.
  @exclusivity(unchecked) @usableFromInline final var observers = ObserverList()

  @inlinable override init() { super.init() }

  /// Disposed after the terminal event, or when no events are wanted any more.
  @usableFromInline final var disposable: Disposable { lifetime.disposable }

  /// Whether events are ignored from now on.
  @inlinable final var isDisposed: Bool { lifetime.isDisposed }

  /// Takes a disposed observer off the list, as soon as nothing is being delivered.
  func remove(_ observer: AnyObserver) {
    if enter() || enterOrQueue({ self.observers.remove(observer) }) {
      observers.remove(observer)
      leave()
    }
  }

  /// Nothing will be sent any more: lets go of all observers and tears down, silently.
  final func abandon() {
    perform {
      while let observer = self.observers.removeFirst() {
        guard observer.detach() != nil else { continue }
        // Its scope holds it, and its sink may hold the scope, or the last reference to another source with observers.
        DeferredRelease.release(observer.takeSink())
      }
      self.lifetime.dispose()
    }
  }
}

/// A hot source of such events.
///
/// Events may be sent from any thread and from inside an observer. They are delivered one at a time, in the order they
/// were sent; a sender that finds a delivery under way leaves its event to it and returns.
@usableFromInline final class Subject<Value: Sendable, Failure: Error>: AnySubject, @unchecked Sendable {
  @usableFromInline enum Waiting {
    case event(Event<Value, Failure>)
    case work(() -> Void)
  }

  // Only the owner of the gate touches these two, one access at a time.
  @exclusivity(unchecked) @usableFromInline var completion: Completion<Failure>?
  @exclusivity(unchecked) @usableFromInline var batch: [Waiting] = []
  // Under the lock.
  @exclusivity(unchecked) @usableFromInline var waiting: [Waiting] = []

  @inlinable override init() { super.init() }

  // MARK: For any thread

  @inlinable func send(_ value: Value) {
    guard enter() else { return queue(.value(value)) }
    deliver(value)
    leaveDelivering()
  }

  @inlinable func end(_ completion: Completion<Failure>) {
    guard enter() else { return queue(completion.event()) }
    finish(completion)
    leaveDelivering()
  }

  @inlinable func emit(_ event: Event<Value, Failure>) {
    guard enter() else { return queue(event) }
    deliver(event)
    leaveDelivering()
  }

  @inlinable @inline(never) func queue(_ event: Event<Value, Failure>) {
    lock.lock()
    let isOwner = enterLocked()
    if !isOwner {
      waiting.append(.event(event))
      noteQueued()
    }
    lock.unlock()
    if isOwner {
      deliver(event)
      leaveDelivering()
    }
  }

  /// Adds an observer: it gets what is sent from now on, or the terminal event that was.
  @inlinable func attach(
    _ value: consuming @escaping (Value) -> Void, _ end: consuming End<Failure>, _ scope: Disposable
  ) {
    let observer = Observer(value, end, of: self)
    scope.add(observer)
    guard enter() else { return queueAppend(observer) }
    append(consume observer)
    leave()
  }

  @usableFromInline func queueAppend(_ observer: Observer<Value, Failure>) { perform { self.append(observer) } }

  // MARK: For the owner of the gate only

  /// Delivers a value to each attached observer.
  @inlinable func deliver(_ value: Value) {
    if !isDisposed { observers.deliver(value, to: Observer<Value, Failure>.self) }
  }

  @inlinable func deliver(_ event: Event<Value, Failure>) {
    switch event {
    case .value(let value): deliver(value)
    case .failed(let failure): finish(.failed(failure))
    case .completed: finish(.completed)
    }
  }

  /// Delivers the end to each attached observer, and lets go of them.
  @usableFromInline func finish(_ completion: Completion<Failure>) {
    if isDisposed { return }
    self.completion = completion
    observers.finish(completion, to: Observer<Value, Failure>.self)
    lifetime.dispose()
  }

  @inlinable func append(_ observer: consuming Observer<Value, Failure>) {
    if let completion {
      if observer.detach() != nil { observer.target.end(completion) }
    } else {
      observers.append(observer)
    }
  }

  // MARK: The queue

  /// `leave`, for code that knows the types.
  @inlinable func leaveDelivering() {
    if tryLeave() { return }
    drainDelivering()
  }

  @inlinable @inline(never) func drainDelivering() { while takeBatch() { deliverBatch() } }

  @inlinable func deliverBatch() {
    for index in batch.indices {
      switch batch[index] {
      case .event(let event): deliver(event)
      case .work(let work): work()
      }
    }
    // The memory is used again, unless it is large.
    if batch.count > 256 { batch = [] } else { batch.removeAll(keepingCapacity: true) }
  }

  @usableFromInline override func append(_ work: @escaping () -> Void) {
    waiting.append(.work(work))
    noteQueued()
  }

  @usableFromInline override func takeWaiting() -> Int {
    swap(&batch, &waiting)
    return batch.count
  }

  @usableFromInline override func performBatch() { deliverBatch() }
}
