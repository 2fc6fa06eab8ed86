public import Synchronization

/// A node with a value of this type.
@usableFromInline class PropertyNode<Value: Sendable>: AnyPropertyNode, @unchecked Sendable {
  /// The value that was computed last, for the thread that has taken it; of a root, its value, under the lock. One access at a time.
  @safe @exclusivity(unchecked) @usableFromInline final var memo: Value?
  /// In the gate, one access at a time: of a root, the value that is being delivered to followers; of a `removeDuplicates`, the last
  /// value, which is equal to the one that its observers were notified of.
  @safe @exclusivity(unchecked) @usableFromInline final var delivered: Value?

  /// Of a derived node: sets the value at that time; not if a root was written since. A result would be a call more.
  @usableFromInline typealias Derive = (PropertyNode, Moment, inout Reading<Value>?) -> Void
  @usableFromInline let derive: Derive

  // Inlined, so that the closure is code of the caller.
  @inlinable init(_ gate: NodeGate, _ sources: [AnyPropertyNode], isWaker: Bool = false, derive: @escaping Derive) {
    self.derive = derive
    super.init(gate, sources, isWaker: isWaker) { Self.own($0).notify(at: $1) }
  }

  // MARK: Reading, by any thread

  /// The value now.
  @inlinable final var value: Value {
    if !isRoot { return current().value }
    return unsafe gate.lock.withLock { memo }.unsafelyUnwrapped  // a root always has one
  }

  /// The value now, with its version.
  @inlinable final func current() -> Reading<Value> { WriteClock.reading { reading(at: $0) } }

  /// The same, with a version that is recorded: this reads again as long as other threads overtake it. Of what observers are notified.
  @inlinable final func recorded() -> Reading<Value> {
    var reading = current()
    while !reading.isRecorded { reading = current() }
    return reading
  }

  /// The value at that time; nil if a root was written since.
  @inlinable @inline(__always) final func reading(at moment: Moment) -> Reading<Value>? {
    // In a delivery, a value that was not read since the write has changed: the roots need no check.
    if moment.delivering != nil, moment.snapshot == nil, !isWaker, through.load(ordering: .acquiring) < moment.time {
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
    if isWaker, moment.delivers(self) { return delivered.map { Reading($0, version: notified) } }
    if isRoot { return rootReading(at: moment) }
    let time = through.load(ordering: .acquiring)
    if time >= moment.time || areRootsUnchanged(since: time) {
      if let known = memo(through: time, at: moment) { return known }
      // Without the results of a snapshot, each use of this would compute again.
      if moment.snapshot == nil, since.load(ordering: .relaxed) > moment.time { return nil }
    }
    return moment.snapshot == nil ? derived(at: moment) : reading(inSnapshotAt: moment)
  }

  @inlinable final func rootReading(at moment: Moment) -> Reading<Value>? {
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

  /// The memo, if it can be taken, and `holds` is true then.
  @inlinable @inline(__always) final func memo(if holds: () -> Bool) -> Reading<Value>? {
    if !takeMemo() { return nil }
    defer { leaveMemo() }
    return holds() ? memo.map { Reading($0, version: memoVersion.load(ordering: .relaxed)) } : nil
  }

  /// The memo, which was the value at least through that time, if it is the value at this moment.
  @inlinable final func memo(through time: Int, at moment: Moment) -> Reading<Value>? {
    memo {
      let last = through.load(ordering: .relaxed)
      if since.load(ordering: .relaxed) > moment.time || last < moment.time && last != time { return false }
      if last < moment.time { through.store(moment.time, ordering: .releasing) }
      return true
    }
  }

  /// The value of that version: the memo, or the result of `make`.
  @inlinable final func value(of version: Int, at moment: Moment, _ make: () -> Value) -> Reading<Value> {
    let known = memoVersion.load(ordering: .relaxed) == version ? memo(of: version, at: moment) : nil
    return known ?? save(Reading(make(), version: version), at: moment)
  }

  @inlinable final func memo(of version: Int, at moment: Moment) -> Reading<Value>? {
    memo {
      if memoVersion.load(ordering: .relaxed) != version { return false }
      if through.load(ordering: .relaxed) < moment.time { setMemoTime(moment.time) }
      return true
    }
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
    if let moment { return notify(of: reading(at: moment) ?? readingAgain(at: moment)) }
    if isHead { update() } else { notify(of: recorded()) }
  }

  /// Of a derived head: a waker has changed or ended.
  @inlinable final func update() {
    if links == nil { return }
    var mayEnd: Bool
    repeat {
      mayEnd = haveWakersEnded
      notify(of: recorded())
      // A new waker may have changed before its link was attached: then read again.
    } while gate.wakers == nil && updateLinks()
    if mayEnd, haveWakersEnded { finish() }
  }

  /// Notifies the observers, and of a head, those of the nodes that depend on it, unless they know that value.
  @inlinable final func notify(of reading: Reading<Value>) {
    if reading.version <= notified { return }
    notified = reading.version
    if !isWaker || !isRepeated(reading.value) {
      observers.deliver(reading.value, to: Observer<Value, Never>.self)
      if isHead { gate.notifyFollowers(at: isWaker ? delivery() : nil) }
    }
    if isWaker { gate.wakeDependents() }
  }

  /// Of a `removeDuplicates`: whether an equal value was delivered last.
  @inlinable final func isRepeated(_ value: Value) -> Bool {
    defer { delivered = value }
    return delivered.map { areSame($0, value) } ?? false
  }

  /// Of a `removeDuplicates`: whether two values are equal.
  @usableFromInline func areSame(_ first: Value, _ second: Value) -> Bool { false }

  final override func forgetNotified() {
    super.forgetNotified()
    withExtendedLifetime(delivered.take()) {}  // its release may call out
  }

  /// In a delivery, when a later memo is saved: this one and its sources may be read for several followers.
  @usableFromInline final func readingAgain(at moment: Moment) -> Reading<Value> {
    let results = gate.results ?? Snapshot(time: moment.time)
    gate.results = results
    let again = Moment(time: moment.time, snapshot: results, delivering: moment.delivering)
    // The value of the head is given, and nothing else is read that can have changed.
    return unsafe reading(at: again).unsafelyUnwrapped
  }

  override final func complete() {
    super.complete()
    observers.finish(.completed, to: Observer<Value, Never>.self)
  }
}
