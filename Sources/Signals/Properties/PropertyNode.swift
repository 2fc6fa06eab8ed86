public import Synchronization

/// A node with a value of this type.
@usableFromInline class PropertyNode<Value: Sendable>: AnyPropertyNode, @unchecked Sendable {
  /// The value that a reader has computed; of a root, its value. Under the lock, one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline final var memo: Value?
  /// The value delivered last, while this is connected. For the owner of the gate, one access at a time, and under the lock while this
  /// is settled.
  @safe @exclusivity(unchecked) @usableFromInline final var deliveredValue: Value?

  /// The value at that time; nil if a root was written since. For derived nodes.
  @usableFromInline typealias Derive = (PropertyNode, Moment) -> Reading<Value>?
  @usableFromInline let derive: Derive

  @usableFromInline init(
    _ group: PropertyGroup, _ sources: [AnyPropertyNode], derive: @escaping Derive,
    compute: @escaping (AnyPropertyNode, Int) -> Void,
    // As a default argument, it is code of the caller.
    notify: @escaping (AnyPropertyNode) -> Void = { notify($0) }
  ) {
    self.derive = derive
    super.init(group, sources, compute: compute, notify: notify)
    for source in sources { source.track() }
  }

  // MARK: Reading, by any thread

  /// The value now.
  @inlinable final var value: Value {
    if !isRoot { return current().value }
    if group.isConstant, let memo { return memo }  // never written
    group.lock.lock()
    let value = memo
    group.lock.unlock()
    return unsafe value.unsafelyUnwrapped  // a root always has one
  }

  /// The value now, with its version.
  @inlinable final func current() -> Reading<Value> { WriteClock.reading { reading(at: $0) } }

  /// The value at that time; nil if a root was written since.
  @inlinable final func reading(at moment: Moment) -> Reading<Value>? {
    if isRoot {
      group.lock.lock()
      let version = group.version.load(ordering: .relaxed), now = version <= moment.time ? memo : nil
      group.lock.unlock()
      if let now { return Reading(now, version: version, since: version) }
      // Written since that time.
      return WriteClock.replacedReading(of: self, at: moment)
    }
    return knownReading(at: moment) ?? derive(self, moment)
  }

  /// Of a `removeDuplicates`: whether two values are equal, so that no observer is notified of the second one.
  var comparison: ((Value, Value) -> Bool)? { nil }

  /// The saved or the delivered value, if it is the value at that time.
  @inlinable final func knownReading(at moment: Moment) -> Reading<Value>? {
    if memoHolds(until: moment.time) || followsHead {
      group.lock.lock()
      let known = lockedReading(at: moment.time)
      group.lock.unlock()
      if let known {
        if moment.snapshot != nil { addResult(known, at: moment) }
        return known
      }
    }
    return moment.snapshot == nil ? nil : result(at: moment)
  }

  /// Under the lock.
  @inlinable final func lockedReading(at time: Int) -> Reading<Value>? {
    if memoHolds(at: time) { return memo.map { Reading($0, version: memoVersion, since: memoSince) } }
    guard deliveredHolds(at: time), let value = deliveredValue else { return nil }
    let version = group.version.load(ordering: .relaxed)
    // Every node of the group keeps the head alive.
    let since = group.isRooted ? version : group.head?.with { $0.memoSince } ?? version
    return Reading(value, version: version, since: since)
  }

  /// The result of this reading that this node does not save.
  @usableFromInline final func result(at moment: Moment) -> Reading<Value>? {
    moment.snapshot?.results[ObjectIdentifier(self)]?.reading as? Reading<Value>
  }

  @usableFromInline final func addResult(_ reading: Reading<Value>, at moment: Moment) {
    moment.snapshot?.results[ObjectIdentifier(self)] = (self, reading)
  }

  /// The value made of an input: the known one of that version, or the result of `make`. Nil if a root was written since.
  @inlinable final func value<Source>(
    of input: Reading<Source>, at moment: Moment, _ make: () -> Value
  ) -> Reading<Value>? {
    if through.load(ordering: .relaxed) >= input.version || followsHead {
      group.lock.lock()
      let known = knownValue(for: input, at: moment)
      let isLate = max(memoSince, group.version.load(ordering: .relaxed)) > moment.time
      group.lock.unlock()
      if let known { return input.with(known) }
      if isLate, moment.snapshot == nil { return nil }
    }
    return save(input.with(make()), at: moment)
  }

  /// Saves a value, unless a later one is saved. If two threads compute a value at once, all threads use one of the two.
  @inlinable final func save(_ fresh: Reading<Value>, at moment: Moment) -> Reading<Value> {
    group.lock.lock()
    let known = knownValue(for: fresh, at: moment), old = memo
    if known == nil, fresh.isRecorded, memoSince <= fresh.since {
      setMemo(fresh.value, fresh.version, since: fresh.since, through: moment.time)
    }
    group.lock.unlock()
    let result = known.map { fresh.with($0) } ?? fresh
    if moment.snapshot != nil { addResult(result, at: moment) }
    // The value before is released here, after unlocking: a release may call out.
    return withExtendedLifetime(old) { result }
  }

  // Under the lock.

  @inlinable final func setMemo(_ value: Value?, _ version: Int, since: Int, through time: Int) {
    memo = value
    memoVersion = version
    memoSince = since
    through.store(time, ordering: .releasing)
  }

  /// The known value of the same version.
  @inlinable final func knownValue<Source>(for reading: Reading<Source>, at moment: Moment) -> Value? {
    if !reading.isRecorded { return nil }
    if memoVersion == reading.version {
      if moment.time > through.load(ordering: .relaxed) {
        memoSince = reading.since
        through.store(moment.time, ordering: .releasing)
      }
      return memo
    }
    return isSettled && group.version.load(ordering: .relaxed) == reading.version ? deliveredValue : nil
  }

  // MARK: Delivering, in the gate

  /// Settles this node after a change of its group: with the value that a reader has computed before, or a new one.
  @inlinable @inline(__always) final func settle(_ make: () -> Value) {
    if through.load(ordering: .relaxed) < 0 { return settle(on: make()) }
    let taken = takeMemo()
    settle(on: taken.version == group.delivered ? taken.value ?? make() : make())
    withExtendedLifetime(taken) {}
  }

  /// Releases the value before when readers find this one after it: a release may call out.
  @inlinable @inline(__always) final func settle(on value: Value) {
    let old = deliveredValue
    deliveredValue = value
    settled.store(group.delivered, ordering: .releasing)
    withExtendedLifetime(old) {}
  }

  /// Of a head: reads the value at that time, or now if a root was written since. It is the delivered one from now on, and the other
  /// nodes of the group settle, unless only the version is another one.
  @inlinable final func updateValue(at time: Int, areEqual: ((Value, Value) -> Bool)? = nil) {
    let time = min(time, WriteClock.now)  // the last change may have no number yet
    let reading = derive(self, Moment(time: time, snapshot: nil)) ?? current(), version = reading.version
    if !reading.isRecorded {
      // No later change might schedule this head.
      group.scheduleAgain(self)
    } else if deliveredValue != nil, version == group.version.load(ordering: .relaxed) {
      return
    }
    // Under the lock: from here on, no reader uses the delivered values of the group.
    if group.last != nil { group.lock.lock() }
    group.version.store(version, ordering: .relaxed)
    if group.last != nil { group.lock.unlock() }
    group.deliveredVersion.store(version, ordering: .relaxed)
    let old = deliveredValue
    if let old, let areEqual, areEqual(old, reading.value) { return }
    deliveredValue = reading.value
    group.settle(self)
    withExtendedLifetime(old) {}  // its release may call out
  }

  /// Forgets the value that readers have computed, unless it is later than the delivered version.
  @inlinable final func takeMemo() -> (value: Value?, version: Int) {
    group.lock.lock()
    defer { group.lock.unlock() }
    if memoVersion > group.delivered { return (nil, -1) }
    let taken = (memo, memoVersion)
    setMemo(nil, -1, since: -1, through: -1)
    return taken
  }

  /// Notifies the observers of a node of this type.
  @inlinable static func notify(_ node: AnyPropertyNode) {
    // Each node gets the function of its own type.
    let node = unsafe unsafeDowncast(node, to: PropertyNode.self)
    // The node has settled, so there is a value.
    unsafe node.observers.deliver(node.deliveredValue.unsafelyUnwrapped, to: Observer<Value, Never>.self)
  }

  override final func disconnect() {
    group.lock.lock()
    let value = deliveredValue, version = group.delivered, old = memo
    deliveredValue = nil
    isConnected.store(false, ordering: .relaxed)
    settled.store(-1, ordering: .relaxed)
    if !isHead, value != nil, version > memoVersion {
      if group.isRooted {
        setMemo(value, version, since: version, through: version)
      } else if let head = group.head?.object, head.memoVersion == version {
        setMemo(value, version, since: head.memoSince, through: head.through.load(ordering: .relaxed))
      }
    }
    group.lock.unlock()
    withExtendedLifetime((value, old)) {}
  }

  override final func makeDependency(of head: AnyPropertyNode) -> AnyObserver {
    NodeDependency<Value>(of: head, on: self)
  }

  override func finish() {
    observers.finish(.completed, to: Observer<Value, Never>.self)
    dependencies = []
    useCount = 0
    group.removeConnected(self)
    disconnect()
  }
}
