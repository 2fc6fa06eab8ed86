public import Synchronization

/// Properties that change together, in one gate: a head, and all nodes whose sources are in this group. Whenever the head
/// changes, all of them do. The head is a root, a node whose sources are in several groups, or a node that does not change
/// whenever its source does.
///
/// | state | guarded by | changed by |
/// |---|---|---|
/// | `version` | the lock, to write | a write to the root; the update of a derived head |
/// | `published` | the lock, to read | the owner of the gate |
/// | `since`, `through` | the lock | the owner of the gate; a reader that has found the head unchanged |
/// | a node's delivered value | the lock while `published` is `version`, else the gate | the owner of the gate |
/// | a node's remembered value | the lock | readers |
/// | all else | the gate | its owner |
@usableFromInline final class PropertyGroup: SerialGate, @unchecked Sendable {
  /// Whether the head is a root.
  @usableFromInline let isRooted: Bool
  /// Whether the root is never written.
  let isConstant: Bool
  /// Under the lock, one access at a time: whether writes to the root are counted, because a node derives from it.
  @safe @exclusivity(unchecked) @usableFromInline var isTracked = false
  /// Whether no change will follow: the head has ended, and with it all nodes that derive from it. For the owner of the gate,
  /// one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline var isEnded: Bool
  /// The last write to the root; `Int.max` while that write gets its number. Of a derived head: its version when it was
  /// delivered.
  ///
  /// Read without the lock, to check whether a root was written: `Int.max` is stored before the write gets its number, so a
  /// reader that knows the number sees this.
  @usableFromInline let version = Atomic(0)

  /// The version of all delivered values. While it is `version`, readers may read them under the lock, because the owner of the
  /// gate changes `version` under the lock before it changes them.
  @usableFromInline let published = Atomic(0)

  // Under the lock, one access at a time.
  // The time in which a derived head is known to be of `version`.
  @safe @exclusivity(unchecked) @usableFromInline var since = -1
  @safe @exclusivity(unchecked) @usableFromInline var through = -1

  // For the owner of the gate, one access at a time.
  // The span of the current or the last delivery.
  @safe @exclusivity(unchecked) @usableFromInline var delivered = Span(write: 0)
  /// Properties that a flatMap had selected before the current delivery. Released after the new values are published, because the
  /// release may end them, and so call observers.
  @safe @exclusivity(unchecked) @usableFromInline var replaced: [AnyObject] = []
  /// The first node of the group. It is a source of every other node, or of one of its sources, and so kept alive.
  @safe @exclusivity(unchecked) @usableFromInline var head: BorrowedReference<AnyPropertyNode>?
  /// The node that was connected last; nil if only the head is. From the head to this, the connected nodes are a list in the
  /// order in which they were connected, so each comes after its sources.
  @safe @exclusivity(unchecked) var last: BorrowedReference<AnyPropertyNode>?

  /// Whether a reader has got a value of the group other than the delivered one, and the last time for which the head has found
  /// its value unchanged. Only of a group that may return to a version. All accesses that decide are sequentially consistent: a
  /// head that reads such a value finds the later update, or that update finds that it was read ahead.
  let isReadAhead = Atomic(false)
  let unchangedThrough = Atomic(-1)

  /// The delivery in which the head will update, by its mark.
  let mark = Atomic<UInt>(0)
  /// Whether an update of the head waits in the queue of the gate.
  let isUpdateQueued = Atomic(false)

  @usableFromInline init(isRooted: Bool, isConstant: Bool = false) {
    self.isRooted = isRooted
    self.isConstant = isConstant
    isEnded = isConstant
    super.init()
  }

  // A rooted group is entered only under its lock. So a write, which holds the lock, enters a free gate without another atomic
  // step.

  @inlinable override func enter() -> Bool {
    if !isRooted { return super.enter() }
    lock.lock()
    defer { lock.unlock() }
    return enterFree()
  }

  @inlinable override func enterLocked() -> Bool { isRooted && enterFree() || super.enterLocked() }

  /// Under the lock of a rooted group: enters if the gate is free.
  @inlinable func enterFree() -> Bool {
    if word.load(ordering: .acquiring) != Self.free { return false }
    word.store(Self.taken, ordering: .relaxed)
    return true
  }

  /// The common group of all these sources; nil if they are in several. Constants belong to any group.
  @usableFromInline static func common(of sources: [AnyPropertyNode]) -> PropertyGroup? {
    var common: PropertyGroup?
    for source in sources where !source.isConstant {
      if let common, common !== source.group { return nil }
      common = source.group
    }
    return common ?? sources.first?.group
  }

  /// Under the lock: whether all delivered values are those of `version`.
  @inlinable var isPublished: Bool { published.load(ordering: .acquiring) == version.load(ordering: .relaxed) }

  // MARK: Values that readers get before they are delivered

  /// A reader has got a value other than the delivered one.
  @usableFromInline func noteReadAhead() {
    if !isReadAhead.load(ordering: .relaxed) { isReadAhead.store(true, ordering: .sequentiallyConsistent) }
  }

  /// In the gate, after an update that has found the value unchanged: whether a reader has got another one meanwhile.
  func noteUnchanged(through time: Int) -> Bool {
    unchangedThrough.store(time, ordering: .sequentiallyConsistent)
    return isReadAhead.load(ordering: .sequentiallyConsistent)
      && isReadAhead.exchange(false, ordering: .sequentiallyConsistent)
  }

  /// Whether the head has found its value unchanged at a later time than a reader has got another one.
  func isUnchanged(after span: Span) -> Bool {
    unchangedThrough.load(ordering: .sequentiallyConsistent) > span.through
      && version.load(ordering: .relaxed) != span.version
  }

  /// Whether values that are known up to `through` are known up to a later time, as far as that is clear without a lock.
  @inlinable func isUnchanged(since through: Int, at time: Int) -> Bool {
    through >= time || isRooted && version.load(ordering: .acquiring) <= through
  }

  // MARK: The list of connected nodes, in the gate

  /// The head, and the connected nodes, each after its sources.
  var connected: [AnyPropertyNode] {
    var nodes: [AnyPropertyNode] = [], next = head
    while let node = next?.object {
      nodes.append(node)
      next = node.following
    }
    return nodes
  }

  /// Appends a node whose sources are connected.
  func appendConnected(_ node: AnyPropertyNode) {
    if node.isHead { return }
    // Connected, so it is alive until it leaves.
    let reference = unsafe BorrowedReference(node), previous = last ?? head
    node.preceding = previous
    previous?.object.following = reference
    last = reference
  }

  func removeConnected(_ node: AnyPropertyNode) {
    guard let previous = node.preceding else { return }
    previous.object.following = node.following
    if let next = node.following {
      next.object.preceding = previous
    } else {
      last = previous == head ? nil : previous
    }
    node.following = nil
    node.preceding = nil
  }

  func releaseReplaced() { if !replaced.isEmpty { replaced.removeAll(keepingCapacity: true) } }
}
