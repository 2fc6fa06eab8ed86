public import Synchronization

/// A node with a value of this type.
@usableFromInline class PropertyNode<Value: Sendable>: AnyPropertyNode, @unchecked Sendable {
  // Under the lock, one access at a time.
  // The value that a reader has computed. Of a root: its value.
  @safe @exclusivity(unchecked) @usableFromInline final var memo: Value?
  @safe @exclusivity(unchecked) @usableFromInline final var memoVersion = -1
  @safe @exclusivity(unchecked) @usableFromInline final var memoSince = -1
  /// Values that a reader has computed, in the group of a root, and that have not been delivered yet.
  @safe @exclusivity(unchecked) @usableFromInline final var earlierMemos: [Reading<Value>] = []

  // For the owner of the gate, one access at a time. Under the lock, too, while all of the group is published.
  // The value delivered last, while this node is connected.
  @safe @exclusivity(unchecked) @usableFromInline final var deliveredValue: Value?

  /// The value at that time; nil if a root was written since. For derived nodes.
  @usableFromInline typealias Derive = (PropertyNode, _ time: Int) -> Reading<Value>?
  @usableFromInline let derive: Derive

  @usableFromInline init(
    _ group: PropertyGroup, _ sources: [AnyPropertyNode], mayReturn: Bool = false,
    derive: @escaping Derive,
    compute: @escaping (AnyPropertyNode) -> Bool, perform: @escaping (AnyPropertyNode, NodeStep) -> Void
  ) {
    self.derive = derive
    super.init(group, sources, mayReturn: mayReturn, compute: compute, perform: perform)
  }

  // MARK: Reading, by any thread

  /// The value now.
  @inlinable final var value: Value {
    if !isRoot { return current().value }
    group.lock.lock()
    let value = memo
    group.lock.unlock()
    return unsafe value.unsafelyUnwrapped  // a root always has one
  }

  /// The value now, and its span.
  @inlinable final func current() -> Reading<Value> { WriteClock.reading { reading(at: $0) } }

  /// The value at that time; nil if a root was written since.
  @inlinable final func reading(at time: Int) -> Reading<Value>? {
    if isRoot {
      group.lock.lock()
      let version = group.version.load(ordering: .relaxed), now = version <= time ? memo : nil
      // No write happened up to now: a write has to lock first.
      let span = Span(version: version, since: version, through: WriteClock.now)
      group.lock.unlock()
      if let now { return Reading(now, span) }
      return replacedReading(at: time)
    }
    if let known = known(at: time) { return known }
    if height > Self.recursionLimit { refreshBelow(at: time) }
    return derive(self, time)
  }

  /// Of a root that was written since that time: the value that a snapshot kept.
  @usableFromInline func replacedReading(at time: Int) -> Reading<Value>? { nil }

  /// Whether the two values count as equal, so that no observer is notified.
  @usableFromInline func isSame(_ a: Value, _ b: Value) -> Bool { false }

  override final func refresh(at time: Int) -> Bool { reading(at: time) != nil }

  /// The delivered or the remembered value, if it is the value at that time.
  @inlinable final func known(at time: Int) -> Reading<Value>? {
    if through.load(ordering: .acquiring) < time, !isConnected.load(ordering: .relaxed) { return nil }
    group.lock.lock()
    let isDelivered = isReadable(at: time), span = isDelivered ? deliveredSpan : memoSpan
    let known = isDelivered ? deliveredValue : span.since <= time && span.through >= time ? memo : nil
    group.lock.unlock()
    guard let known else { return nil }
    if !isDelivered { noteReadAhead() }
    return Reading(known, span)
  }

  /// The value of that span: the known one, if it has the same version, or the result of `make`.
  @inlinable final func value(in span: Span, _ make: () -> Value) -> Reading<Value> {
    // A root has no earlier version again.
    let remembered = through.load(ordering: .relaxed)
    if remembered >= (group.isRooted ? span.version : 0) || isConnected.load(ordering: .relaxed) {
      group.lock.lock()
      let known = extendKnown(to: span)
      group.lock.unlock()
      if let known { return Reading(known, span) }
    }
    return remember(make(), span)
  }

  /// Remembers a value, in place of the one before: a reader in a snapshot needs its own, even if it is an earlier one. If two
  /// threads compute a value at once, all threads use one of the two.
  @inlinable final func remember(_ fresh: Value, _ span: Span) -> Reading<Value> {
    group.lock.lock()
    let known = extendKnown(to: span), old = memo
    if known == nil {
      // Each write to a root is delivered, and the value for it may be needed then.
      if group.isRooted, let old, isConnected.load(ordering: .relaxed) { earlierMemos.append(Reading(old, memoSpan)) }
      memo = fresh
      memoVersion = span.version
      memoSince = span.since
      through.store(span.through, ordering: .releasing)
    }
    group.lock.unlock()
    if known == nil { noteReadAhead() }
    // The value before is released here, after unlocking: a release may call out.
    return withExtendedLifetime(old) { Reading(known ?? fresh, span) }
  }

  /// A reader gets a value other than the delivered one.
  @inlinable final func noteReadAhead() { if mayReturn { group.noteReadAhead() } }

  // Under the lock.

  @inlinable final var deliveredSpan: Span {
    let version = group.version.load(ordering: .relaxed)
    return group.isRooted
      ? Span(version: version, since: version, through: WriteClock.now)
      : Span(version: version, since: group.since, through: group.through)
  }

  @inlinable final var memoSpan: Span {
    Span(version: memoVersion, since: memoSince, through: through.load(ordering: .relaxed))
  }

  /// The known value, if it has that version: then it is the value in that span, too.
  @inlinable final func extendKnown(to span: Span) -> Value? {
    if isReadable, group.version.load(ordering: .relaxed) == span.version {
      if isHead, group.through < span.through || span.since < group.since {
        (group.since, group.through) = (span.since, span.through)
      }
      return deliveredValue
    }
    if memoVersion != span.version { return nil }
    noteReadAhead()
    if span.through > through.load(ordering: .relaxed) || span.since < memoSince {
      memoSince = span.since
      through.store(span.through, ordering: .releasing)
    }
    return memo
  }

  // MARK: Delivering, in the gate

  /// The value that a reader has computed for the delivered version, if there is one. Forgets it, and earlier ones.
  @inlinable final func takeMemo() -> Value? {
    let delivered = group.delivered
    group.lock.lock()
    let isNow = memoVersion == delivered.version, isOld = isNow || memoSince <= delivered.through
    let old = isOld ? memo : nil, earlier = earlierMemos
    if isOld {
      memo = nil
      memoVersion = -1
      through.store(-1, ordering: .relaxed)
    }
    if !earlier.isEmpty { earlierMemos.removeAll { $0.span.since <= delivered.through } }
    group.lock.unlock()
    // Released here, after unlocking.
    return withExtendedLifetime((old, earlier)) {
      isNow ? old : earlier.isEmpty ? nil : earlier.first { $0.span.version == delivered.version }?.value
    }
  }

  /// Performs a step of a node of this type.
  @inlinable static func perform(_ node: AnyPropertyNode, _ step: NodeStep) {
    // Each node gets the function of its own type.
    let node = unsafe unsafeDowncast(node, to: PropertyNode.self)
    switch step {
    case .notify:
      // The node has settled, so there is a value.
      unsafe node.observers.deliver(node.deliveredValue.unsafelyUnwrapped, to: Observer<Value, Never>.self)
    case .handOver(let dependency):
      // Remote dependencies on this node are of this type.
      let dependency = unsafe unsafeDowncast(dependency, to: RemoteDependency<Value>.self)
      dependency.value = node.deliveredValue
      dependency.span = node.group.delivered
    }
  }

  override final func disconnect() {
    group.lock.lock()
    let value = deliveredValue, old = (memo, earlierMemos), span = isReadable ? deliveredSpan : group.delivered
    deliveredValue = nil
    earlierMemos = []
    isConnected.store(false, ordering: .relaxed)
    if !isRoot, value != nil, span.through > through.load(ordering: .relaxed) {
      memo = value
      memoVersion = span.version
      memoSince = span.since
      through.store(span.through, ordering: .releasing)
    }
    group.lock.unlock()
    withExtendedLifetime((value, old)) {}
  }

  @usableFromInline override final func end(_ observer: AnyObserver) {
    // Only observers of this type and dependencies are passed.
    if observer.detach() != nil {
      unsafe unsafeDowncast(observer, to: Observer<Value, Never>.self).target.end(.completed)
    }
  }

  override func finish() {
    observers.finish(.completed, to: Observer<Value, Never>.self)
    // The references that the array holds.
    unsafe dependencies.forEach { unsafe $0.release() }
    dependencies = unsafe []
    useCount = 0
    group.removeConnected(self)
    disconnect()
  }

  @usableFromInline override final func makeDependency(of node: AnyPropertyNode) -> Dependency {
    RemoteDependency<Value>(of: node, on: self)
  }
}

/// A dependency that stores the last value of its source.
@usableFromInline final class RemoteDependency<Value: Sendable>: Dependency {
  // In the gate of the node, one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline var value: Value?

  init(of node: AnyPropertyNode, on source: PropertyNode<Value>) { super.init(of: node, on: source, isRemote: true) }

  override func read(at time: Int) -> Bool {
    // The source is of the type that this was created with.
    guard let reading = unsafe unsafeDowncast(origin, to: PropertyNode<Value>.self).reading(at: time) else {
      return false
    }
    value = reading.value
    span = reading.span
    return true
  }
}
