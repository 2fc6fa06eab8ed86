public import Synchronization

/// A node that is written: the node of a ``MutableProperty``.
///
/// A write takes its place in the queue of the gate under the lock, so observers receive values in the order they were set.
@usableFromInline final class RootNode<Value: Sendable>: PropertyNode<Value>, @unchecked Sendable {
  /// The write that the value comes from. A copy made by a two-way binding has the origin of the original. Under the lock, one access
  /// at a time, and never while calling out except to the closure of `modify`.
  @safe @exclusivity(unchecked) @usableFromInline var origin = 0

  @inlinable init(_ value: Value, isConstant: Bool = false) {
    super.init(NodeGate(isRooted: true, isConstant: isConstant), [], isWaker: true) { _, _, _ in }
    memo = value
  }

  /// Under the lock: the last write.
  @inlinable var version: Int { gate.version.load(ordering: .relaxed) }

  @usableFromInline override func track() { if !isConstant { gate.lock.withLock { gate.isTracked = true } } }

  // MARK: Writing

  @inlinable func set(_ value: Value) {
    gate.lock.lock()
    write(value, over: memo)
  }

  /// Runs `body` under the lock, and sets the value that it returns, unless that is nil. `body` uses other state that this lock guards,
  /// so both change in one step. It must not call out. Inlined, because otherwise the closure would retain what it uses.
  @inline(__always) func step<R>(_ body: () -> (new: Value?, result: R)) -> R {
    gate.lock.lock()
    let (new, result) = body()
    if let new { write(new, over: memo) } else { gate.lock.unlock() }
    return result
  }

  /// Changes the value under the lock: in place if the closure cannot throw, otherwise as a copy.
  @usableFromInline func modify<R, Failure: Error>(_ body: (inout Value) throws(Failure) -> R) throws(Failure) -> R {
    gate.lock.lock()
    // Moved out and back, so that it is changed in place. A root always has a value.
    let isInPlace = Failure.self == Never.self && !(gate.isTracked && WriteClock.hasSnapshots)
    var value = unsafe (isInPlace ? memo.take() : memo).unsafelyUnwrapped
    do throws(Failure) {
      let result = try body(&value)
      write(value, over: memo)
      return result
    } catch {
      // The value that the closure leaves there is released after unlocking.
      withExtendedLifetime(value) { gate.lock.unlock() }
      throw error
    }
  }

  /// Under the lock: sets the value, gives the write a number and its place in the queue, unlocks, and delivers it or leaves that to
  /// the owner of the gate. The number, which is returned, is a new one if another node derives from this, or if the write has to wait.
  /// Inlined into `modify`, too: code for any type calls slowly.
  @discardableResult @inlinable @inline(__always)
  func write(_ value: Value, over old: Value?, origin: Int? = nil) -> Int {
    let before = version, isOwner = gate.enterLocked(), isCounted = gate.isTracked || !isOwner
    memo = value
    // Before the write gets its number, see `NodeGate.version`.
    if isCounted { gate.version.store(.max, ordering: .relaxed) }
    let number = isCounted ? WriteClock.tick() : WriteClock.now
    gate.version.store(number, ordering: .releasing)
    self.origin = origin ?? number
    if gate.isTracked, WriteClock.hasSnapshots, let old {
      WriteClock.saveReplaced(Reading(old, version: before), of: self, until: number)
    }
    if !isOwner { gate.append { self.deliver(value, number) } }
    gate.lock.unlock()
    if isOwner {
      deliver(value, number)
      gate.leave()
    }
    return withExtendedLifetime(old) { number }  // its release may call out
  }

  // MARK: In the gate

  @inlinable func deliver(_ value: Value, _ write: Int) {
    notified = write
    observers.deliver(value, to: Observer<Value, Never>.self)
    if !gate.followers.isEmpty {
      delivered = value
      gate.notifyFollowers(at: delivery())
      withExtendedLifetime(delivered.take()) {}  // its release may call out
    }
    if !gate.dependents.isEmpty { gate.wakeDependents() }
  }

  /// The property was released: ends the observations.
  @usableFromInline func end() { gate.perform { self.finish() } }
}
