public import Synchronization

extension SerialGate {
  /// Performs `work` with `argument` in the gate: now if it is free, or else after the work queued before it. A closure is allocated
  /// only where it is queued, if `work` captures nothing.
  @inlinable @inline(__always) final func perform<Argument>(
    _ argument: Argument, _ work: @escaping (Argument) -> Void
  ) {
    if enter() || enterOrQueue({ work(argument) }) {
      work(argument)
      leave()
    }
  }
}

/// A hot source: its gate and its observers. What does not depend on the types.
///
/// The source and its observers keep each other alive. An observer leaves when it is disposed; all leave when the source ends or
/// its input goes.
@usableFromInline class AnySubject: SerialGate, @unchecked Sendable {
  @usableFromInline final let lifetime = LazyReference<Disposable>()
  // Only the owner of the gate touches this, one access at a time; everything else is immutable or a lock's.
  @exclusivity(unchecked) @usableFromInline final var observers = ObserverList()

  @inlinable override init() { super.init() }

  /// Disposed after the terminal event, or with the observation.
  @usableFromInline final var disposable: Disposable { lifetime.disposable }

  /// Whether events are ignored from now on.
  @inlinable final var isDisposed: Bool { lifetime.isDisposed }

  /// Takes a disposed observer off the list, as soon as nothing is being delivered.
  func remove(_ observer: AnyObserver) { perform(observer) { self.observers.remove($0) } }

  /// Nothing will be sent any more: releases all observers and tears down, silently.
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

  /// Calls `body` with each observer. It may not change the list.
  @inlinable func forEach(_ body: (AnyObserver) -> Void) {
    guard let first else { return }
    var reference = first
    repeat {
      reference = reference._withUnsafeGuaranteedRef { observer in
        body(observer)
        // Not nil: only the owner of the gate, who is walking, takes a member off.
        return observer.next.unsafelyUnwrapped
      }
    } while reference.toOpaque() != first.toOpaque()
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
  // Where it is attached, retained: events are for it as long as this is not 0. The caller that exchanges the pointer away has
  // ended it and owns the reference: its disposal, the source's end, or the release of the source's input.
  @usableFromInline let source: Atomic<UInt>

  // For `ObserverList`, under the source's gate, one access at a time. Both are nil while it is not a member.
  @exclusivity(unchecked) @usableFromInline final var next: Unmanaged<AnyObserver>?
  @exclusivity(unchecked) @usableFromInline final var previous: Unmanaged<AnyObserver>?

  @inlinable init(of source: AnyObject) {
    // Retained before any other thread can see this, which becomes visible by `Disposable.add`, a call.
    self.source = Atomic(UInt(bitPattern: Unmanaged.passRetained(source).toOpaque()))
    super.init()
  }

  deinit { _ = detach() }

  @inlinable final var isAttached: Bool { source.load(ordering: .acquiring) != 0 }

  /// Ends it; gives where it was attached, unless it has ended before.
  @usableFromInline final func detach() -> AnyObject? {
    let word = source.exchange(0, ordering: .acquiringAndReleasing)
    return UnsafeRawPointer(bitPattern: word).map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
  }

  @usableFromInline final override func run() {
    if let source = detach() { remove(from: source) }
  }

  /// Takes it off the list of the source that it was attached to.
  @usableFromInline func remove(from source: AnyObject) {
    // Observers of other sources have another `remove`.
    unsafeDowncast(source, to: AnySubject.self).remove(self)
  }

  @usableFromInline final override var isSpent: Bool { !isAttached }

  /// The sink, given up: nothing will come. For the owner of the gate only.
  func takeSink() -> AnyObject { self }
}
