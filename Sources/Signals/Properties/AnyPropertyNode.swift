public import Synchronization

/// A node in the graph of properties, which the article *Internals* explains. This class holds the parts that do not depend on the
/// type of its value.
@usableFromInline @safe class AnyPropertyNode: @unchecked Sendable {
  /// That of its head.
  @usableFromInline final let gate: NodeGate
  @usableFromInline final let isRoot: Bool, isHead: Bool
  /// Whether its changes wake the heads that derive from it: a root, or a `removeDuplicates`.
  @usableFromInline final let isWaker: Bool
  /// Changed by `deinit` only, one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline final var sources: [AnyPropertyNode]
  /// In the gate: notifies the observers. In the delivery of a root, the moment is that of the write. Created where the type of the
  /// value is known, so that clients have code for that type.
  @usableFromInline final let notify: (AnyPropertyNode, Moment?) -> Void

  // Only the thread that has taken the memo of a derived node may use it. Any thread may read these three numbers.
  private final let isMemoTaken = Atomic(false)
  /// The version of the memo.
  @usableFromInline final let memoVersion = Atomic(-1)
  /// The memo is the value at each time from `since` to `through`: no root of this node was written between them.
  @usableFromInline final let since = Atomic(-1), through = Atomic(-1)

  // For the owner of the gate, one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline final var observers = ObserverList()
  /// The version that the observers were notified of last.
  @safe @exclusivity(unchecked) @usableFromInline final var notified = -1
  /// While it is observed: the links on its wakers, or on its head.
  @safe @exclusivity(unchecked) @usableFromInline final var links: [NodeLink]?

  @usableFromInline init(
    _ gate: NodeGate, _ sources: [AnyPropertyNode], isWaker: Bool, notify: @escaping (AnyPropertyNode, Moment?) -> Void
  ) {
    (self.gate, self.sources, self.isWaker, self.notify) = (gate, sources, isWaker, notify)
    (isRoot, isHead) = (sources.isEmpty, gate.borrowedHead == nil)
    // Every other node of the gate derives from this, and only nodes use the gate.
    if isHead { gate.borrowedHead = unsafe BorrowedReference(self) }
    for source in sources { source.track() }
  }

  // Properties may be nested deeply.
  deinit { DeferredRelease.release(&sources, leaving: []) }

  /// Whether this is a root that is never written.
  final var isConstant: Bool { isRoot && gate.isConstant }

  /// The first node of the gate. It is a source of every other one, or of one of its sources.
  @usableFromInline final var head: AnyPropertyNode { unsafe gate.borrowedHead.unsafelyUnwrapped.object }

  // MARK: Parts that depend on the type

  /// Of a derived head: the nodes that it is made of now.
  var origins: [AnyPropertyNode] { sources }
  /// Of a `flatMap`: releases the roots of the selected property, if nobody can read this and no other property can be selected.
  func releaseIfLast() {}
  /// Counts the writes to this root from now on.
  @usableFromInline func track() {}
  /// In the gate: notifies the observers of the end.
  func complete() { forgetLinks() }
  /// In the gate: the observers have not been notified of any value.
  func forgetNotified() { notified = -1 }

  /// In the gate of a waker: the moment at which its followers read. At the time of its version, it had that value or an equal one.
  // The caller keeps it alive during the delivery.
  @usableFromInline final func delivery() -> Moment {
    Moment(time: notified, delivering: unsafe BorrowedReference(self))
  }

  /// In the gate: no observer is left.
  final func forgetLinks() {
    links = nil
    forgetNotified()
  }

  // MARK: For any thread

  /// Whether no root was written after that time.
  @inlinable final func areRootsUnchanged(since time: Int) -> Bool {
    if time < 0 { return false }
    if gate.isRooted { return gate.version.load(ordering: .acquiring) <= time }
    return gate.roots?.allSatisfy { $0.with { $0.gate.version.load(ordering: .acquiring) <= time } } ?? false
  }

  /// In the gate of a derived head: whether no waker will change any more.
  @usableFromInline final var haveWakersEnded: Bool { links?.allSatisfy { !$0.isAttached } ?? false }

  /// Whether no root will be written any more.
  final var haveRootsEnded: Bool {
    var open = [head], seen: Set<ObjectIdentifier> = []
    while let next = open.popLast() {
      let roots = next.isRoot ? [] : next.gate.roots?.map(\.object) ?? next.currentWakers()
      open += roots.filter { seen.insert(ObjectIdentifier($0)).inserted }
      if next.isRoot, !next.gate.hasEnded.load(ordering: .sequentiallyConsistent) { return false }
    }
    return true
  }

  /// The nearest roots and `removeDuplicates` that the head derives from now. If a `flatMap` may change them, calls `visit` with the
  /// head and with each head between it and them.
  final func currentWakers(_ visit: (AnyPropertyNode) -> Void = { _ in }) -> [AnyPropertyNode] {
    if let wakers = gate.wakers { return wakers.map(\.object) }
    var wakers: [AnyPropertyNode] = [], open = [head], index = 0
    while index < open.count {
      visit(open[index])
      for origin in open[index].origins where !origin.head.isConstant {
        let head = origin.head, isKnown = (head.isWaker ? wakers : open).contains { $0 === head }
        if !isKnown { if head.isWaker { wakers.append(head) } else { open.append(head) } }
      }
      index += 1
    }
    return wakers
  }

  /// Takes the memo. False if another thread has it: then both threads compute. Like `leaveMemo`, never inlined, for the reason that
  /// `SerialGate.tryLeave` gives.
  @usableFromInline @inline(never) final func takeMemo() -> Bool { !isMemoTaken.exchange(true, ordering: .acquiring) }

  @usableFromInline @inline(never) final func leaveMemo() { isMemoTaken.store(false, ordering: .releasing) }

  /// For the thread that has taken the memo: it is the value at that time.
  @inlinable final func setMemoTime(_ time: Int) {
    since.store(time, ordering: .relaxed)
    through.store(time, ordering: .releasing)
  }
}
