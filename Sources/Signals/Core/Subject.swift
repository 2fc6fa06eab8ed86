/// A hot source: its gate and its observers. An ``Emitter`` sends to it.
///
/// The source and its observers keep each other alive, until an observer is disposed, or the source ends or has lost its input.
@usableFromInline final class Subject<Value: Sendable, Failure: Error>: SerialGate, @unchecked Sendable {
  @usableFromInline enum Waiting {
    case event(Event<Value, Failure>)
    case work(() -> Void)
  }

  /// Disposed after the terminal event, or with the observation.
  @usableFromInline let lifetime = LazyReference<Disposable>()
  // Only the owner of the gate accesses these three, one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline var observers = ObserverList()
  @safe @exclusivity(unchecked) @usableFromInline var completion: Completion<Failure>?
  @safe @exclusivity(unchecked) @usableFromInline var batch: [Waiting] = []
  // Under the lock.
  @safe @exclusivity(unchecked) @usableFromInline var waiting: [Waiting] = []

  @inlinable override init() { super.init() }

  // MARK: For any thread

  @inlinable var isDisposed: Bool { lifetime.isDisposed }

  @inlinable func send(_ value: Value) {
    guard enter() else { return queue(.value(value)) }
    deliver(value)
    leaveDelivering()
  }

  @inlinable func end(_ completion: Completion<Failure>) { emit(completion.event()) }

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
    if !isOwner { return }
    deliver(event)
    leaveDelivering()
  }

  /// Adds an observer: it receives later events, or the terminal event if there was one.
  @inlinable func attach(_ sink: consuming Sink<Value, Failure>, _ scope: Disposable) {
    let observer = Observer(sink, of: self)
    scope.add(observer)
    guard enter() else { return queueAppend(observer) }
    append(consume observer)
    leave()
  }

  @usableFromInline func queueAppend(_ observer: Observer<Value, Failure>) { perform { self.append(observer) } }

  /// No more events will be sent: releases all observers and tears down, silently.
  func abandon() {
    perform {
      while let observer = self.observers.removeFirst() { self.release(observer) }
      self.lifetime.dispose()
    }
  }

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

  /// Delivers the end to each attached observer, and releases them.
  @usableFromInline func finish(_ completion: Completion<Failure>) {
    if isDisposed { return }
    self.completion = completion
    observers.finish(completion, to: Observer<Value, Failure>.self)
    lifetime.dispose()
  }

  @inlinable func append(_ observer: consuming Observer<Value, Failure>) {
    if let completion {
      if observer.detach() != nil { observer.target.sink.end(completion) }
    } else if isDisposed {
      release(observer)
    } else {
      observers.append(observer)
    }
  }

  /// Releases the sink of an observer to which nothing will be sent.
  @usableFromInline func release(_ observer: AnyObserver) {
    // The observer's scope holds it. Its sink may hold the scope, or the last reference to another source with observers.
    if observer.detach() != nil { observer.releaseSink() }
  }

  // MARK: The queue

  /// `leave`, for code that knows the types.
  @inlinable func leaveDelivering() {
    if tryLeave() { return }
    drainDelivering()
  }

  @inlinable @inline(never) func drainDelivering() {
    while takeBatch(next: {
      self.deliverBatch()
      self.drainDelivering()
    }) { deliverBatch() }
  }

  @inlinable func deliverBatch() {
    for index in batch.indices {
      switch batch[index] {
      case .event(let event): deliver(event)
      case .work(let work): work()
      }
    }
    // The memory is reused, unless it is large.
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

extension ObserverList {
  /// Delivers a value to each observer that is still attached. All of them are of this type.
  @inlinable func deliver<Value, Failure>(_ value: Value, to type: Observer<Value, Failure>.Type) {
    forEach { observer in
      // Only observers of this type are appended.
      if observer.isAttached { unsafe unsafeDowncast(observer, to: type).target.receive(value) }
    }
  }

  /// Delivers the end to each observer, and removes all.
  @usableFromInline mutating func finish<Value, Failure>(
    _ completion: Completion<Failure>, to type: Observer<Value, Failure>.Type
  ) {
    while let observer = removeFirst() {
      // Only observers of this type are appended.
      if observer.detach() != nil { unsafe unsafeDowncast(observer, to: type).target.sink.end(completion) }
    }
  }
}

/// One observer of a source.
@usableFromInline class Observer<Value: Sendable, Failure: Error>: AnyObserver {
  /// Not copyable, so a call borrows it and changes no reference count.
  @usableFromInline struct Target: ~Copyable {
    @usableFromInline let sink: Sink<Value, Failure>

    @inlinable init(_ sink: Sink<Value, Failure>) { self.sink = sink }

    @inlinable borrowing func receive(_ value: Value) { sink.value(value) }
  }
  // Under the source's gate: called, and released after the last event. One access at a time, or several calls.
  @safe @exclusivity(unchecked) @usableFromInline final var target: Target

  @inlinable init(_ sink: consuming Sink<Value, Failure>, of source: AnyObject) {
    target = Target(sink)
    super.init(of: source)
  }

  @usableFromInline override func remove(from source: AnyObject) {
    // Observers of nodes have another `remove`.
    let source = unsafe unsafeDowncast(source, to: Subject<Value, Failure>.self)
    source.perform(self) { source.observers.remove($0) }
  }

  override func releaseSink() {
    var sink: Sink<Value, Failure>? = target.sink
    target = Target(Sink(value: { _ in }, end: { _ in }))
    DeferredRelease.release(&sink, leaving: nil)
  }
}
