import Synchronization

/// The observers of one source, in the order they attached: a circle, linked both ways, so that attaching and detaching
/// cost the same however many there are, and delivering touches no reference count.
///
/// Changed and walked by the owner of the source's gate only, so it cannot change during a walk: the reference that the list
/// holds to each member keeps it alive for all of the walk, wherever the optimiser puts other retains and releases.
@usableFromInline struct ObserverList {
  // The list holds one reference to each of its members: taken in `append`, given up where a member leaves it.
  @usableFromInline var first: Unmanaged<AnyObserver>?

  @inlinable init() {}

  @inlinable var isEmpty: Bool { first == nil }

  /// Delivers a value to each observer that is still attached. All of them are of this type.
  @inlinable func deliver<Value, Failure>(_ value: Value, to type: Observer<Value, Failure>.Type) {
    guard let first else { return }
    var reference = first
    repeat {
      reference = reference._withUnsafeGuaranteedRef { observer in
        // Only observers of this type are appended.
        if observer.isAttached { unsafeDowncast(observer, to: type).target.receive(value) }
        // Not nil: only the owner of the gate, who is walking, takes a member off.
        return observer.next.unsafelyUnwrapped
      }
    } while reference.toOpaque() != first.toOpaque()
  }

  /// Delivers the end to each observer, and takes all off.
  @usableFromInline mutating func finish<Value, Failure>(
    _ completion: Completion<Failure>, to type: Observer<Value, Failure>.Type
  ) {
    while let observer = removeFirst() {
      // Only observers of this type are appended.
      if observer.detach() != nil { unsafeDowncast(observer, to: type).target.end(completion) }
    }
  }

  @inlinable mutating func append(_ observer: consuming AnyObserver) {
    guard observer.isAttached else { return }
    // The retain is the list's. No other thread sees the members before the gate is left, by a call that nothing is moved past, and
    // the list keeps each of them alive until then.
    let reference = Unmanaged.passRetained(observer)
    let next = first ?? reference
    reference._withUnsafeGuaranteedRef { observer in
      let previous = next._withUnsafeGuaranteedRef { $0.previous } ?? reference
      observer.next = next
      observer.previous = previous
      previous._withUnsafeGuaranteedRef { $0.next = reference }
      next._withUnsafeGuaranteedRef { $0.previous = reference }
    }
    first = next
  }

  /// Takes it off, if it is a member.
  @usableFromInline mutating func remove(_ observer: AnyObserver) {
    // The neighbours are members; the caller holds the observer while the list's reference to it is given up.
    guard let next = observer.next, let previous = observer.previous else { return }
    let reference = Unmanaged.passUnretained(observer)
    if next.toOpaque() == reference.toOpaque() {
      first = nil
    } else {
      next.takeUnretainedValue().previous = previous
      previous.takeUnretainedValue().next = next
      if first?.toOpaque() == reference.toOpaque() { first = next }
    }
    observer.next = nil
    observer.previous = nil
    reference.release()
  }

  /// Takes the first off.
  @usableFromInline mutating func removeFirst() -> AnyObserver? {
    guard let observer = first?.takeUnretainedValue() else { return nil }
    remove(observer)
    return observer
  }
}

/// One observer of a source, and the teardown that takes it off again: what does not depend on the types.
@usableFromInline class AnyObserver: Teardown {
  // Where it is attached, a retained `AnySubject`: events are for it as long as this is not 0. Whoever exchanges the
  // pointer away has ended it and owns the reference: its disposal, the source's end, or the going of the source's input.
  @usableFromInline let source: Atomic<UInt>

  // For `ObserverList`, under the source's gate, one access at a time. Both are nil while it is not a member.
  @exclusivity(unchecked) @usableFromInline final var next: Unmanaged<AnyObserver>?
  @exclusivity(unchecked) @usableFromInline final var previous: Unmanaged<AnyObserver>?

  @inlinable init(of source: AnySubject) {
    // Retained before any other thread can see this, which becomes visible by `Disposable.add`, a call.
    self.source = Atomic(UInt(bitPattern: Unmanaged.passRetained(source).toOpaque()))
    super.init()
  }

  deinit { _ = detach() }

  @inlinable final var isAttached: Bool { source.load(ordering: .acquiring) != 0 }

  /// Ends it; gives where it was attached, unless it has ended before.
  @usableFromInline final func detach() -> AnySubject? {
    let word = source.exchange(0, ordering: .acquiringAndReleasing)
    return UnsafeRawPointer(bitPattern: word).map { Unmanaged<AnySubject>.fromOpaque($0).takeRetainedValue() }
  }

  @usableFromInline final override func run() { detach()?.remove(self) }

  @usableFromInline final override var isSpent: Bool { !isAttached }

  /// What events go to, given up: nothing will come. For the owner of the gate only.
  func takeSink() -> AnyObject { self }
}

/// One observer of a source.
@usableFromInline final class Observer<Value: Sendable, Failure: Error>: AnyObserver {
  /// Not copyable, so that it is borrowed for a call and not counted.
  @usableFromInline struct Target: ~Copyable {
    @usableFromInline let value: (Value) -> Void
    @usableFromInline let end: End<Failure>

    @inlinable init(_ value: @escaping (Value) -> Void, _ end: End<Failure>) {
      self.value = value
      self.end = end
    }

    @inlinable borrowing func receive(_ value: Value) { self.value(value) }
  }
  // Under the source's gate: called, and given up when nothing will come. One access at a time, or several calls.
  @exclusivity(unchecked) @usableFromInline var target: Target

  @inlinable init(
    _ value: @escaping (Value) -> Void, _ end: End<Failure>, of source: AnySubject
  ) {
    target = Target(value, end)
    super.init(of: source)
  }

  @inlinable convenience init(_ sink: Sink<Value, Failure>, of source: AnySubject) {
    self.init(sink.value, sink.end, of: source)
  }

  override func takeSink() -> AnyObject {
    let sink = Sink(value: target.value, end: target.end)
    target = Target({ _ in }, End { _ in })
    return Link<Sink<Value, Failure>>.Box(sink)
  }
}
