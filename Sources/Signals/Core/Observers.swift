import Synchronization

/// The observers of one source, in the order they attached: a doubly linked list, so that attaching and detaching cost
/// the same however many there are, and delivering touches no reference count.
///
/// Changed and walked by the owner of the source's turn only, so it cannot change during a walk.
@usableFromInline struct Observers<Value: Sendable, Failure: Error> {
  // The list holds one reference to each of its members: taken in `append`, given up where a member leaves it.
  @usableFromInline var first: Unmanaged<Observer<Value, Failure>>?
  @usableFromInline var last: Unmanaged<Observer<Value, Failure>>?

  @inlinable init() {}

  @inlinable func deliver(_ event: Event<Value, Failure>) {
    var next = first
    while let reference = next {
      // A member: the list keeps it until the walk is over.
      next = reference._withUnsafeGuaranteedRef { observer in
        if observer.isAttached { observer.sink(event) }
        return observer.next
      }
    }
  }

  @inlinable mutating func append(_ observer: Observer<Value, Failure>) {
    guard observer.isAttached else { return }
    let reference = Unmanaged.passRetained(observer)
    observer.isMember = true
    observer.previous = last
    last?.takeUnretainedValue().next = reference
    if first == nil { first = reference }
    last = reference
  }

  @inlinable mutating func remove(_ observer: Observer<Value, Failure>) {
    guard observer.isMember else { return }
    if let previous = observer.previous {
      previous.takeUnretainedValue().next = observer.next
    } else {
      first = observer.next
    }
    if let next = observer.next {
      next.takeUnretainedValue().previous = observer.previous
    } else {
      last = observer.previous
    }
    observer.isMember = false
    Unmanaged.passUnretained(observer).release()
  }

  /// Delivers the last event and lets go of all.
  @usableFromInline mutating func end(_ event: Event<Value, Failure>) {
    while let observer = removeFirst() {
      let observer = observer.takeRetainedValue()
      if observer.detach() { observer.sink(event) }
    }
  }

  /// Lets go of all, silently: the source is gone.
  @usableFromInline mutating func abandon() {
    while let observer = removeFirst() {
      // Its scope holds it, and its sink may hold the scope: taking it out of there opens the circle.
      observer._withUnsafeGuaranteedRef { if $0.detach() { $0.scope.remove($0) } }
      // Its sink may hold the last reference to another source with observers, and so on.
      Unwinding.release(observer.takeRetainedValue())
    }
  }

  /// Takes the first off; the caller owns the list's reference to it.
  private mutating func removeFirst() -> Unmanaged<Observer<Value, Failure>>? {
    guard let reference = first else { return nil }
    reference._withUnsafeGuaranteedRef { observer in
      first = observer.next
      observer.isMember = false
    }
    if let first { first.takeUnretainedValue().previous = nil } else { last = nil }
    return reference
  }
}

/// One observer of a source, and the teardown that takes it off again.
@usableFromInline final class Observer<Value: Sendable, Failure: Error>: Teardown {
  @usableFromInline let sink: Sink<Value, Failure>
  @usableFromInline let scope: Disposable
  /// Where it is attached. A property's root always ends, which opens the circle between the two; a pipe may be dropped
  /// instead, and is not kept.
  @usableFromInline let root: Emitter<Value, Failure>?
  @usableFromInline weak let source: Emitter<Value, Failure>?

  /// Whether events are for it. Cleared once, by whoever ends it: its disposal, the source's end, or the source's deinit.
  @usableFromInline let attached = Atomic(true)

  // For `Observers`, under the source's turn, one access at a time.
  @exclusivity(unchecked) @usableFromInline var next: Unmanaged<Observer<Value, Failure>>?
  @exclusivity(unchecked) @usableFromInline var previous: Unmanaged<Observer<Value, Failure>>?
  @exclusivity(unchecked) @usableFromInline var isMember = false

  @inlinable init(_ sink: @escaping Sink<Value, Failure>, scope: Disposable, of source: Emitter<Value, Failure>) {
    self.sink = sink
    self.scope = scope
    self.source = source
    root = nil
    super.init()
  }

  @inlinable init(_ sink: @escaping Sink<Value, Failure>, scope: Disposable, ofRoot root: Emitter<Value, Failure>) {
    self.sink = sink
    self.scope = scope
    self.root = root
    source = nil
    super.init()
  }

  @inlinable var isAttached: Bool { attached.load(ordering: .acquiring) }

  /// Ends it; false if it has ended before.
  @usableFromInline func detach() -> Bool { attached.exchange(false, ordering: .acquiringAndReleasing) }

  @usableFromInline override func run() {
    if detach() { (root ?? source)?.remove(self) }
  }

  @usableFromInline override var isSpent: Bool { !isAttached }
}
