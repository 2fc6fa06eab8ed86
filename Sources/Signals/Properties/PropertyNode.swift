public import Synchronization

/// A node with a value of this type.
@usableFromInline class PropertyNode<Value: Sendable>: AnyPropertyNode, @unchecked Sendable {
  /// The value that was computed last, for the thread that has taken it; of a root, its value, under the lock. One access at a time.
  @safe @exclusivity(unchecked) @usableFromInline final var memo: Value?

  /// Of a derived node: sets the value at that time; not if a root was written since. A result would be a call more.
  @usableFromInline typealias Derive = (PropertyNode, Moment, inout Reading<Value>?) -> Void
  @usableFromInline let derive: Derive

  @usableFromInline init(
    _ gate: NodeGate, _ sources: [AnyPropertyNode], isWaker: Bool = false,
    // As a default argument, it is code of the caller.
    notify: @escaping (AnyPropertyNode, Moment?) -> Void = { own($0).notify(at: $1) }, derive: @escaping Derive
  ) {
    self.derive = derive
    super.init(gate, sources, isWaker: isWaker, notify: notify)
  }

  // MARK: Reading, by any thread

  /// The value now.
  @inlinable final var value: Value {
    if !isRoot { return current().value }
    if gate.isConstant, let memo { return memo }  // never written
    gate.lock.lock()
    let value = memo
    gate.lock.unlock()
    return unsafe value.unsafelyUnwrapped  // a root always has one
  }

  /// The value now, with its version.
  @inlinable final func current() -> Reading<Value> { WriteClock.reading { reading(at: $0) } }

  /// The value at that time; nil if a root was written since.
  @inlinable @inline(__always) final func reading(at moment: Moment) -> Reading<Value>? {
    // In a delivery, what nobody has read since the write has changed.
    if moment.delivering != nil, moment.snapshot == nil, !isRoot, through.load(ordering: .acquiring) < moment.time {
      return derived(at: moment)
    }
    return knownReading(at: moment)
  }

  @inlinable @inline(__always) final func derived(at moment: Moment) -> Reading<Value>? {
    var reading: Reading<Value>?
    derive(self, moment, &reading)
    return reading
  }

  @inlinable final func knownReading(at moment: Moment) -> Reading<Value>? {
    if isRoot { return rootReading(at: moment) }
    let time = through.load(ordering: .acquiring)
    if time >= moment.time || areRootsUnchanged(since: time) {
      if let known = memo(through: time, at: moment) { return known }
      // Other nodes may have later memos, too. Without the results of a snapshot, this could compute a node again for each use.
      if moment.snapshot == nil, since.load(ordering: .relaxed) > moment.time { return nil }
    }
    return moment.snapshot == nil ? derived(at: moment) : reading(inSnapshotAt: moment)
  }

  @inlinable final func rootReading(at moment: Moment) -> Reading<Value>? {
    if let root = moment.delivering, root.with({ $0 === self }) {
      // This is its delivery, in which it has a value.
      return Reading(unsafe unsafeDowncast(self, to: RootNode.self).delivering.unsafelyUnwrapped, version: notified)
    }
    gate.lock.lock()
    let version = gate.version.load(ordering: .relaxed), now = version <= moment.time ? memo : nil
    gate.lock.unlock()
    if let now { return Reading(now, version: version) }
    // Written since that time.
    return WriteClock.replacedReading(of: self, at: moment)
  }

  @usableFromInline final func reading(inSnapshotAt moment: Moment) -> Reading<Value>? {
    if let known = moment.snapshot?.results[ObjectIdentifier(self)]?.reading as? Reading<Value> { return known }
    let reading = derived(at: moment)
    if let reading { moment.snapshot?.results[ObjectIdentifier(self)] = (self, reading) }
    return reading
  }

  // MARK: The memo

  /// The memo, which was the value at least through that time, if it is the value at this moment.
  @inlinable final func memo(through time: Int, at moment: Moment) -> Reading<Value>? {
    if !takeMemo() { return nil }
    defer { leaveMemo() }
    let last = through.load(ordering: .relaxed)
    if since.load(ordering: .relaxed) > moment.time || last < moment.time && last != time { return nil }
    if last < moment.time { through.store(moment.time, ordering: .releasing) }
    return memo.map { Reading($0, version: memoVersion.load(ordering: .relaxed)) }
  }

  /// The value of that version: the memo, or the result of `make`.
  @inlinable final func value(of version: Int, at moment: Moment, _ make: () -> Value) -> Reading<Value> {
    if memoVersion.load(ordering: .relaxed) == version, let known = memo(of: version, at: moment) { return known }
    return save(Reading(make(), version: version), at: moment)
  }

  @inlinable final func memo(of version: Int, at moment: Moment) -> Reading<Value>? {
    if !takeMemo() { return nil }
    defer { leaveMemo() }
    if memoVersion.load(ordering: .relaxed) != version { return nil }
    if through.load(ordering: .relaxed) < moment.time { setMemoTime(moment.time) }
    return memo.map { Reading($0, version: version) }
  }

  /// Saves a value, unless a later one is saved.
  @inlinable final func save(_ reading: Reading<Value>, at moment: Moment) -> Reading<Value> {
    if !reading.isRecorded || !takeMemo() { return reading }
    let old = memo
    if through.load(ordering: .relaxed) < moment.time {
      memo = reading.value
      memoVersion.store(reading.version, ordering: .relaxed)
      setMemoTime(moment.time)
    }
    leaveMemo()
    // Released here, after leaving: a release may call out.
    return withExtendedLifetime(old) { reading }
  }

  // MARK: Notifying, in the gate

  /// Notifies the observers of the value: that of the delivery, or the present one.
  @inlinable final func notify(at moment: Moment?) {
    if isHead { update() } else { notify(of: moment.map { deliveredReading(at: $0) } ?? current()) }
  }

  /// Of a derived head: a waker has changed or ended.
  @inlinable final func update() {
    if gate.links == nil { return }
    let mayEnd = gate.haveWakersEnded
    var reading = current()
    notify(of: reading)
    if gate.wakers == nil, follow() {
      // What it follows now may have changed before.
      reading = current()
      notify(of: reading)
    }
    if mayEnd, reading.isRecorded, gate.haveWakersEnded { finish() }
  }

  /// Notifies the observers, and of a head, those of the nodes that depend on it, unless they know that value.
  @inlinable final func notify(of reading: Reading<Value>) {
    if !reading.isRecorded { return updateAgain() }
    if reading.version <= notified { return }
    notified = reading.version
    if !isWaker || !isRepeated(reading.value) {
      observers.deliver(reading.value, to: Observer<Value, Never>.self)
      if isHead { gate.notifyFollowers(at: nil) }
    }
    if isWaker { gate.wakeDependents() }
  }

  /// Of a `removeDuplicates`: whether the observers were notified of an equal value last.
  @usableFromInline func isRepeated(_ value: Value) -> Bool { false }
  /// Of a `removeDuplicates`: whether two values are equal.
  @usableFromInline func areSame(_ first: Value, _ second: Value) -> Bool { false }

  /// A reading has met a value that nobody will find again. All that the gate notifies are notified of the next one.
  @usableFromInline final func updateAgain() {
    notified = -1
    let head = head
    head.notified = -1
    gate.performLater { head.notify(head, nil) }
  }

  /// In the delivery of its root: the value at that write.
  @inlinable final func deliveredReading(at moment: Moment) -> Reading<Value> {
    if let reading = reading(at: moment) { return reading }
    let again = Moment(time: moment.time, snapshot: Snapshot(time: moment.time), delivering: moment.delivering)
    // In a snapshot, a function of one root whose value is given cannot fail.
    return unsafe reading(at: again).unsafelyUnwrapped
  }

  override final func complete() { observers.finish(.completed, to: Observer<Value, Never>.self) }
}
