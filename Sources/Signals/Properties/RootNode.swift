public import Synchronization

/// A node that is written: the node of a ``MutableProperty``.
///
/// A write takes its place in the queue of the gate under the lock, so observers receive values in the order they were set.
@usableFromInline final class RootNode<Value: Sendable>: PropertyNode<Value>, @unchecked Sendable {
  /// The write that the value comes from. A copy made by a two-way binding has the origin of the original. Under the lock, one access
  /// at a time, and never while calling out except to the closure of `modify`.
  @safe @exclusivity(unchecked) @usableFromInline var origin = 0

  /// In the gate, one access at a time: the value that is delivered to derived nodes.
  @safe @exclusivity(unchecked) @usableFromInline var delivering: Value?

  @inlinable init(_ value: Value, isConstant: Bool = false) {
    super.init(
      NodeGate(isRooted: true, isConstant: isConstant), [], isWaker: !isConstant, notify: { _, _ in },
      derive: { _, _, _ in })
    memo = value
  }

  /// Under the lock: the last write.
  @inlinable var version: Int { gate.version.load(ordering: .relaxed) }

  @usableFromInline override func track() {
    if isConstant { return }
    gate.lock.lock()
    gate.isTracked = true
    gate.lock.unlock()
  }

  // MARK: Writing

  /// A write that the owner of the gate has to deliver, unless it is queued. The old value is released then: a release may call out.
  @usableFromInline typealias Write = (number: Int, isOwner: Bool, old: Value?)

  @inlinable func set(_ value: Value) {
    gate.lock.lock()
    deliver(value, replace(memo, by: value))
  }

  /// Runs `body` under the lock, and sets the value that it returns, unless that is nil. `body` uses other state that this lock guards,
  /// so both change in one step. It must not call out. Inlined, because otherwise the closure would retain what it uses.
  @inline(__always) func step<R>(_ body: () -> (new: Value?, result: R)) -> R {
    gate.lock.lock()
    let (new, result) = body()
    if let new { deliver(new, replace(memo, by: new)) } else { gate.lock.unlock() }
    return result
  }

  /// Changes the value under the lock: in place if the closure cannot throw, otherwise as a copy.
  @usableFromInline func modify<R, Failure: Error>(_ body: (inout Value) throws(Failure) -> R) throws(Failure) -> R {
    gate.lock.lock()
    if Failure.self == Never.self, !(gate.isTracked && WriteClock.hasSnapshots) {
      // Moved out and back, so that it is changed in place. A root always has a value.
      var value = unsafe memo.take().unsafelyUnwrapped
      let result = try body(&value)
      deliver(value, replace(nil, by: value))
      return result
    }
    var value = unsafe memo.unsafelyUnwrapped  // a root always has one
    do throws(Failure) {
      let result = try body(&value)
      deliver(value, replace(memo, by: value))
      return result
    } catch {
      // The value that the closure leaves there is released after unlocking.
      withExtendedLifetime(value) { gate.lock.unlock() }
      throw error
    }
  }

  /// Under the lock: replaces the value, gives the write a number and its place in the queue, and unlocks. The number is a new one
  /// if another node derives from this, or if the write has to wait. Inlined into `modify`, too: code for any type calls slowly.
  @inlinable @inline(__always) func replace(_ old: Value?, by value: Value, origin: Int? = nil) -> Write {
    let before = version, isOwner = gate.enterLocked()
    memo = value
    if gate.isTracked || !isOwner {
      // Before the write gets its number, see `NodeGate.version`.
      gate.version.store(.max, ordering: .relaxed)
      gate.version.store(WriteClock.tick(), ordering: .releasing)
    } else {
      gate.version.store(WriteClock.now, ordering: .relaxed)
    }
    let number = version
    self.origin = origin ?? number
    if gate.isTracked, WriteClock.hasSnapshots, let old {
      WriteClock.saveReplaced(Reading(old, version: before), of: self, until: number)
    }
    if !isOwner { gate.append { self.deliver(value, number) } }
    gate.lock.unlock()
    return (number, isOwner, old)
  }

  @inlinable func deliver(_ value: Value, _ write: Write) {
    if write.isOwner {
      deliver(value, write.number)
      gate.leave()
    }
    withExtendedLifetime(write) {}
  }

  // MARK: In the gate

  @inlinable func deliver(_ value: Value, _ write: Int) {
    notified = write
    observers.deliver(value, to: Observer<Value, Never>.self)
    if gate.followers.isEmpty, gate.dependents.isEmpty { return }
    if !gate.followers.isEmpty {
      delivering = value
      // The caller keeps this alive during the delivery.
      gate.notifyFollowers(at: Moment(time: write, delivering: unsafe BorrowedReference(self)))
      let old = delivering
      delivering = nil
      withExtendedLifetime(old) {}  // its release may call out
    }
    gate.wakeDependents()
  }

  @usableFromInline override func lastDelivery() -> Moment? {
    gate.lock.lock()
    defer { gate.lock.unlock() }
    // Writes are queued under the lock.
    if gate.word.load(ordering: .relaxed) != SerialGate.taken { return nil }
    delivering = memo
    notified = version
    // The caller keeps this alive.
    return Moment(time: WriteClock.now, delivering: unsafe BorrowedReference(self))
  }

  @usableFromInline override func endDelivery() {
    let old = delivering
    delivering = nil
    withExtendedLifetime(old) {}  // its release may call out
  }

  /// The property was released: ends the observations.
  @usableFromInline func end() { gate.perform { self.finish() } }
}
