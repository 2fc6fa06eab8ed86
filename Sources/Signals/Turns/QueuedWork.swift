/// What can wait for its turn.
@usableFromInline protocol Queueable {
  func perform()
}

/// Work waiting for its turn: a node of the stack in the word of a ``Turn``.
///
/// A node is memory, and no object: it has one owner at a time, so nobody counts who refers to it, and what is done with it
/// is specialised for what waits in it. It belongs to this value until a word has it, and to whoever takes it
/// from there afterwards; `perform` and `deinit` move out what is in it before its memory goes.
@usableFromInline struct QueuedWork: ~Copyable {
  /// What the nodes of all types begin with.
  @usableFromInline struct Head {
    /// Moves the work out of the node of this head, and does it if that is wanted.
    @usableFromInline let end: (UnsafeMutablePointer<Head>, _ isWanted: Bool) -> Void
    /// Where the memory goes back to; nil if the system gave it for this node alone.
    @usableFromInline let pool: NodePool.Reference?
    /// The word below on the stack: another node, or `Turn.taken` at the bottom.
    @usableFromInline var next = Turn.taken

    @inlinable init(
      pool: NodePool.Reference?, end: @escaping (UnsafeMutablePointer<Head>, _ isWanted: Bool) -> Void
    ) {
      self.end = end
      self.pool = pool
    }
  }

  @usableFromInline struct Node<Work: Queueable> {
    @usableFromInline let head: Head
    @usableFromInline let work: Work

    @inlinable init(_ work: Work, pool: NodePool.Reference?) {
      head = Head(pool: pool) { head, isWanted in
        // Only called once and with the head of such a node, which is its first member.
        let work = UnsafeMutableRawPointer(head).assumingMemoryBound(to: Node<Work>.self).move().work
        if isWanted { work.perform() }
      }
      self.work = work
    }
  }

  @usableFromInline let head: UnsafeMutablePointer<Head>

  /// - Parameter pool: Where the memory is taken from, if what is there is large enough.
  @inlinable init<Work: Queueable>(_ work: Work, pool: NodePool.Reference? = nil) {
    let size = MemoryLayout<Node<Work>>.size, pool = size <= NodePool.nodeSize ? pool : nil
    let memory = pool?.take() ?? .allocate(byteCount: size, alignment: NodePool.alignment)
    memory.initializeMemory(as: Node<Work>.self, to: Node(work, pool: pool))
    head = memory.assumingMemoryBound(to: Head.self)  // its first member
  }

  init(_ call: @escaping () -> Void) { self.init(QueuedCall(call)) }

  /// What `queue` gave. For whoever has made the word theirs alone.
  init(taking word: UInt) {
    guard let head = UnsafeMutablePointer<Head>(bitPattern: word) else {
      preconditionFailure("queued work is never null")
    }
    self.head = head
  }

  /// It was not queued after all.
  @inlinable deinit {
    head.pointee.end(head, false)
    NodePool.free(head)
  }

  /// What is below on the stack, once this is taken from it.
  var next: UInt { head.pointee.next }

  /// The word for a turn that was `word`: this on top of what waits already, or `Turn.taken` if the turn was free: then whoever
  /// asked has it and does the work. To be followed by `settle`.
  borrowing func word(onto word: UInt) -> UInt {
    if word == Turn.free { return Turn.taken }
    head.pointee.next = word
    // The memory is aligned to sixteen bytes, so the low bits are free.
    return UInt(bitPattern: head)
  }

  /// Forgets the node, which a word has by now, or lets go of the work, if the turn was free. The latter may call out: not
  /// under a lock.
  consuming func settle(after word: UInt) { if word != Turn.free { discard self } else { _ = consume self } }

  /// Gives the node to a turn that is taken.
  consuming func queue(onto word: UInt) -> UInt {
    let top = self.word(onto: word)
    discard self
    return top
  }

  /// Does the work.
  consuming func perform(reusing used: inout NodePool.Used) {
    let head = head, pool = head.pointee.pool
    discard self
    head.pointee.end(head, true)
    used.append(head, pool)
  }
}

/// A call waiting for its turn.
struct QueuedCall: Queueable {
  private let call: () -> Void

  init(_ call: @escaping () -> Void) { self.call = call }

  func perform() { call() }
}

/// An event waiting for the turn of its source.
@usableFromInline struct QueuedEvent<Value: Sendable, Failure: Error>: Queueable {
  @usableFromInline let event: Event<Value, Failure>
  // Not counted, for two threads would fight over the count: whoever has the turn of a source holds the source, or what owns
  // it, and does what is queued before leaving.
  @usableFromInline let subject: Unmanaged<Subject<Value, Failure>>

  @inlinable init(_ event: Event<Value, Failure>, for subject: Subject<Value, Failure>) {
    self.event = event
    self.subject = .passUnretained(subject)
  }

  @inlinable func perform() { subject._withUnsafeGuaranteedRef { $0.deliver(event) } }
}
