/// Work waiting for its turn: a node of the stack in the word of a ``Turn``.
///
/// What it does is a closure without captures, which gets the node, and not a method to override: only closures are
/// specialised for the types they are made with. So what waits is one allocation.
@usableFromInline class QueuedWork {
  @usableFromInline let work: (QueuedWork) -> Void
  /// The word below on the stack: another node, or `Turn.taken` at the bottom.
  final var next: UInt = 0
  /// The node after this one, once the stack is reversed.
  final var following: QueuedWork?

  @inlinable init(_ work: @escaping (QueuedWork) -> Void) { self.work = work }

  /// This, as a word that holds one reference. Objects are aligned to sixteen bytes, so the low bits are free.
  final func retained() -> UInt { UInt(bitPattern: Unmanaged.passRetained(self).toOpaque()) }

  /// Queues this on a word that its caller has locked, or takes the turn if it is free.
  ///
  /// - Returns: The word to unlock with. If it is `Turn.taken`, the caller has the turn and does the work itself.
  final func push(onto word: UInt) -> UInt {
    if word == Turn.free { return Turn.taken }
    next = word
    return retained()
  }

  /// What `retained` gave, with its reference. For whoever has made the word theirs alone.
  static func taken(_ word: UInt) -> QueuedWork {
    guard let pointer = UnsafeRawPointer(bitPattern: word) else { preconditionFailure("queued work is never null") }
    return Unmanaged.fromOpaque(pointer).takeRetainedValue()
  }
}

/// A call waiting for its turn.
final class QueuedCall: QueuedWork {
  private let call: () -> Void

  init(_ call: @escaping () -> Void) {
    self.call = call
    super.init { unsafeDowncast($0, to: QueuedCall.self).call() }  // only called with the node itself
  }
}

/// An event waiting for the turn of its source.
@usableFromInline final class QueuedEvent<Value: Sendable, Failure: Error>: QueuedWork {
  @usableFromInline let event: Event<Value, Failure>
  // Not counted, for two threads would fight over the count: whoever has the turn of a source holds the source, or what owns
  // it, and does what is queued before leaving.
  @usableFromInline let subject: Unmanaged<Subject<Value, Failure>>

  @inlinable init(_ event: Event<Value, Failure>, for subject: Subject<Value, Failure>) {
    self.event = event
    self.subject = .passUnretained(subject)
    super.init { node in
      // Only called with the node itself.
      let queued = unsafeDowncast(node, to: QueuedEvent.self)
      queued.subject._withUnsafeGuaranteedRef { $0.deliver(queued.event) }
    }
  }
}
