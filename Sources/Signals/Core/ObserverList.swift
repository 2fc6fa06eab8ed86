public import Synchronization

/// The observers of one source, in the order they attached: a circular doubly linked list. Attaching and detaching take
/// constant time, and delivering changes no reference count.
///
/// Only the owner of the source's gate, or of a command's lock, changes and walks the list. The list holds a reference to each
/// member, which keeps the member alive during a walk, wherever the optimiser puts other retains and releases.
@usableFromInline struct ObserverList {
  // Each member holds itself from `append` until it leaves, so the references of members are valid.
  @usableFromInline var first: BorrowedReference<AnyObserver>?

  @inlinable init() {}

  @inlinable var isEmpty: Bool { first == nil }

  @inlinable mutating func append(_ observer: consuming AnyObserver) {
    guard observer.isAttached else { return }
    // The list's own count of the member. Other threads see the members only after the owner has left the gate, by a call
    // that nothing is moved past. `remove` balances this retain. It keeps the member alive as long as the list refers to it.
    let retained = unsafe Unmanaged.passRetained(observer)
    unsafe retained._withUnsafeGuaranteedRef { observer in
      let reference = unsafe BorrowedReference(observer), next = first ?? reference
      let previous = next.with { $0.previous } ?? reference
      observer.next = next
      observer.previous = previous
      previous.with { $0.next = reference }
      next.with { $0.previous = reference }
      first = next
    }
  }

  /// Calls `body` with each observer. `body` must not change the list.
  @inlinable func forEach(_ body: (AnyObserver) -> Void) {
    guard let first else { return }
    var reference = first
    repeat {
      reference = reference.with { observer in
        body(observer)
        // Not nil: only the owner of the gate removes members, and it is walking the list.
        return unsafe observer.next.unsafelyUnwrapped
      }
    } while reference != first
  }

  /// Removes the observer, if it is a member.
  @usableFromInline mutating func remove(_ observer: AnyObserver) {
    // The neighbours are members; the caller holds the observer while the list's reference to it is released.
    guard let next = observer.next, let previous = observer.previous else { return }
    let reference = unsafe BorrowedReference(observer)
    if next == reference {
      first = nil
    } else {
      next.object.previous = previous
      previous.object.next = next
      if first == reference { first = next }
    }
    observer.next = nil
    observer.previous = nil
    // Balances the retain of `append`.
    unsafe Unmanaged.passUnretained(observer).release()
  }

  /// Removes the first observer.
  @usableFromInline mutating func removeFirst() -> AnyObserver? {
    guard let observer = first?.object else { return nil }
    remove(observer)
    return observer
  }
}

/// One observer of a source, and the teardown that removes it. This class holds the parts that do not depend on the types.
@usableFromInline class AnyObserver: Teardown {
  // The source it is attached to, retained, or 0: then it receives no events. The caller that exchanges the pointer for 0 has ended
  // the observer and owns the reference.
  @usableFromInline let source: Atomic<UInt>

  // For `ObserverList`, under the source's gate, one access at a time. Both are nil unless it is a member.
  @safe @exclusivity(unchecked) @usableFromInline final var next: BorrowedReference<AnyObserver>?
  @safe @exclusivity(unchecked) @usableFromInline final var previous: BorrowedReference<AnyObserver>?

  @inlinable init(of source: AnyObject) {
    // Retained before any other thread can see this object, which `Disposable.add`, a call, makes visible.
    self.source = unsafe Atomic(UInt(bitPattern: Unmanaged.passRetained(source).toOpaque()))
    super.init()
  }

  deinit { _ = detach() }

  @inlinable final var isAttached: Bool { source.load(ordering: .acquiring) != 0 }

  /// Ends the observer; returns its source, or nil if it has ended before.
  @usableFromInline final func detach() -> AnyObject? {
    let word = source.exchange(0, ordering: .acquiringAndReleasing)
    return unsafe UnsafeRawPointer(bitPattern: word).map {
      unsafe Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue()
    }
  }

  @usableFromInline final override func run() {
    if let source = detach() { remove(from: source) }
  }

  /// Removes it from the list of its former source, as soon as no delivery is under way.
  @usableFromInline func remove(from source: AnyObject) {}

  @usableFromInline final override var isSpent: Bool { !isAttached }

  /// Releases the sink, because no more events will come. For the owner of the gate only.
  func releaseSink() {}
}
