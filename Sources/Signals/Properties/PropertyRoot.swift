/// A value and its observers: what a ``MutableProperty`` owns and everything derived from it keeps.
///
/// The value is read and written under a lock, whoever has the turn. A write takes the turn, or puts its notification in line,
/// under the same lock, so observers hear values in the order they were set. They are called after unlocking, by the owner of
/// the turn:
///
/// | a write finds the turn | under the lock | then |
/// |---|---|---|
/// | free | sets the value, takes the turn | delivers, leaves |
/// | taken | sets the value, queues its delivery | returns: the owner delivers |
@usableFromInline final class PropertyRoot<Value: Sendable>: Subject<Value, Never>, @unchecked Sendable {
  @usableFromInline let lock = ValueLock()

  // Touched under the lock only, and never while calling out: one access at a time.
  @exclusivity(unchecked) @usableFromInline var stored: Value
  /// How often it was set: tells whether something derived is still up to date.
  @exclusivity(unchecked) @usableFromInline var revision = 0

  /// Which write the value comes from: see `WriteStamp`. 0 as long as nothing is bound to this both ways.
  @exclusivity(unchecked) @usableFromInline var stamp = 0

  @usableFromInline init(_ value: Value) {
    stored = value
    super.init()
  }

  @inlinable var value: Value { lock.withLock { stored } }

  @inlinable var current: (value: Value, revision: Int) { lock.withLock { (stored, revision) } }

  @usableFromInline var currentRevision: Int { lock.withLock { revision } }

  @inlinable func set(_ value: Value) {
    lock.acquire()
    let old = exchange(for: value)
    let isOwner = turn.take() || queue(value)
    lock.release()
    if isOwner {
      deliver(value)
      turn.leave()
    }
    // Released here, outside the lock: a release may call out.
    withExtendedLifetime(old) {}
  }

  @usableFromInline func modify<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    lock.acquire()
    var value = stored
    do {
      let result = try body(&value)
      finishChange(to: value).deliver()
      return result
    } catch {
      // What the closure had put there is released after unlocking, like what it would have replaced.
      withExtendedLifetime(value) { lock.release() }
      throw error
    }
  }

  /// Changes the value to what another property has since the write of `stamp`, unless this has what came of a later write.
  /// Those up to `revision` do not count: they are known to have left alone what `body` changes.
  ///
  /// - Returns: Whether `body` has run.
  func copy(_ stamp: Int, beside revision: Int?, _ body: (inout Value) -> Void) -> Bool {
    lock.acquire()
    let isLater = stamp >= self.stamp
    guard isLater || revision == self.revision else {
      lock.release()
      return false
    }
    var value = stored
    body(&value)
    // With the value of an earlier write beside that of a later one, this is neither: it counts as just written.
    finishChange(to: value, stamp: isLater ? stamp : nil).deliver()
    return true
  }

  /// Sets the value to what another property has since the write of `stamp`, unless this has it or a later one already.
  ///
  /// - Returns: Whether it is set.
  func copy(_ value: Value, _ stamp: Int) -> Bool {
    lock.acquire()
    guard stamp > self.stamp else {
      lock.release()
      return false
    }
    finishChange(to: value, stamp: stamp).deliver()
    return true
  }

  /// The value, the write it comes from, and how often it was set.
  var state: (value: Value, stamp: Int, revision: Int) { lock.withLock { (stored, stamp, revision) } }

  /// Stamps each write from now on, and the value as if it had just been written.
  @discardableResult func restamp() -> (value: Value, stamp: Int) {
    lock.withLock {
      stamp = WriteStamp.next()
      return (stored, stamp)
    }
  }

  /// Sets the value and puts its notification in line, without delivering it: so that two properties can change
  /// together before anyone hears of either. The result has to be delivered.
  @usableFromInline func stage(_ value: Value) -> Staged {
    lock.acquire()
    return finishChange(to: value)
  }

  /// For the holder of the lock only, which it gives back.
  private func finishChange(to value: Value, stamp: Int? = nil) -> Staged {
    let old = exchange(for: value)
    if let stamp { self.stamp = stamp }
    let isOwner = turn.take() || queue(value)
    lock.release()
    return Staged(root: isOwner ? self : nil, value: value, old: old)
  }

  /// For the holder of the lock only.
  @inlinable func exchange(for value: Value) -> Value {
    let old = stored
    stored = value
    revision &+= 1
    if stamp != 0 { stamp = WriteStamp.next() }
    return old
  }

  /// Queues the delivery of a value that was set, or takes the turn if it has become free. For the holder of the lock only.
  @usableFromInline func queue(_ value: Value) -> Bool { turn.takeOrQueue { self.deliver(value) } }

  /// A value that is set and has yet to be delivered.
  @usableFromInline struct Staged {
    /// Where to deliver it; nil if it is queued.
    fileprivate let root: PropertyRoot?
    fileprivate let value: Value
    /// Travels out of the lock: releasing it may call out.
    fileprivate let old: Value

    @usableFromInline func deliver() {
      root?.deliver(value)
      root?.turn.leave()
    }
  }

  /// The value now, then what is set from now on.
  @inlinable var signal: Signal<Value, Never> { Signal(work: { self.observe($0, $1, $2) }) }
  /// What is set from now on.
  @inlinable var changes: Signal<Value, Never> { hotSignal }

  /// Delivers the value now, then what is set from now on, each write once.
  ///
  /// - Returns: The revision of the value now.
  @discardableResult
  @inlinable func observe(
    _ receive: @escaping (Value) -> Void, _ end: consuming End<Never>, _ scope: Disposable
  ) -> Int {
    lock.acquire()
    guard turn.take() else {
      lock.release()
      return observeBehindGate(Sink(value: receive, end: end), scope)
    }
    // Nobody is delivering: the first value is delivered in a turn of ours, and nothing can overtake it.
    let value = stored, revision = revision
    lock.release()
    let observer = Observer(receive, end, of: self)
    scope.add(observer)
    receive(value)
    append(consume observer)
    turn.leave()
    return revision
  }

  /// Somebody delivers, perhaps on another thread. The first value is due now, and what that thread delivers next waits
  /// behind it at a gate.
  @usableFromInline func observeBehindGate(_ sink: Sink<Value, Never>, _ scope: Disposable) -> Int {
    let gate = Emitter<Value, Never>(sink, in: scope)
    _ = gate.subject.turn.take()
    let observer = Observer(Sink { gate.emit($0) }, of: self)
    scope.add(observer)
    let (value, revision, isOwner) = lock.withLock {
      (stored, self.revision, turn.takeOrQueue { self.append(observer) })
    }
    if isOwner {
      append(observer)
      turn.leave()
    }
    gate.subject.deliver(value)
    gate.subject.turn.leave()
    return revision
  }
}
