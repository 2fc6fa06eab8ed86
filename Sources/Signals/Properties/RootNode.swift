public import Synchronization

/// A node that is written: the node of a ``MutableProperty``.
///
/// A write takes its place in the queue of the gate under the lock, so observers receive values in the order they were set.
@usableFromInline final class RootNode<Value: Sendable>: PropertyNode<Value>, @unchecked Sendable {
  /// The write that the value comes from. A copy made by a two-way binding has the origin of the original. Under the lock, one access
  /// at a time, and never while calling out except to the closure of `modify`.
  @safe @exclusivity(unchecked) @usableFromInline var origin = 0

  @inlinable init(_ value: Value, isConstant: Bool = false) {
    super.init(
      PropertyGroup(isRooted: true, isConstant: isConstant), [], derive: { _, _ in nil }, compute: { _, _ in },
      notify: { Self.notify($0) })
    memo = value
    if isConstant { deliveredValue = value }
  }

  /// Under the lock: the last write.
  @inlinable var version: Int { group.version.load(ordering: .relaxed) }

  @usableFromInline override func track() {
    if isConstant { return }
    group.lock.lock()
    group.isTracked = true
    group.lock.unlock()
  }

  // MARK: Writing

  /// A write that the owner of the gate has to deliver, unless it is queued. The old value is released then: a release may call out.
  @usableFromInline typealias Write = (number: Int, isOwner: Bool, old: Value?)

  @inlinable func set(_ value: Value) {
    group.lock.lock()
    deliver(value, replace(memo, by: value))
  }

  /// Runs `body` under the lock, and sets the value that it returns, unless that is nil. `body` uses other state that this lock guards,
  /// so both change in one step. It must not call out. Inlined, because otherwise the closure would retain what it uses.
  @inline(__always) func step<R>(_ body: () -> (new: Value?, result: R)) -> R {
    group.lock.lock()
    let (new, result) = body()
    if let new { deliver(new, replace(memo, by: new)) } else { group.lock.unlock() }
    return result
  }

  /// Changes the value under the lock: in place if the closure cannot throw, otherwise as a copy.
  @usableFromInline func modify<R, Failure: Error>(_ body: (inout Value) throws(Failure) -> R) throws(Failure) -> R {
    group.lock.lock()
    if Failure.self == Never.self, !(group.isTracked && WriteClock.hasSnapshots) {
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
      withExtendedLifetime(value) { group.lock.unlock() }
      throw error
    }
  }

  /// Under the lock: replaces the value, gives the write a number and its place in the queue, and unlocks. The number is a new one
  /// if another node derives from this, or if the write has to wait. Inlined into `modify`, too: code for any type calls slowly.
  @inlinable @inline(__always) func replace(_ old: Value?, by value: Value, origin: Int? = nil) -> Write {
    let before = version, isOwner = group.enterLocked()
    memo = value
    if group.isTracked || !isOwner {
      // Before the write gets its number, see `PropertyGroup.version`.
      group.version.store(.max, ordering: .relaxed)
      group.version.store(WriteClock.tick(), ordering: .releasing)
    } else {
      group.version.store(WriteClock.now, ordering: .relaxed)
    }
    let number = version
    self.origin = origin ?? number
    if group.isTracked, WriteClock.hasSnapshots, let old {
      WriteClock.saveReplaced(Reading(old, version: before, since: before), of: self, until: number)
    }
    if !isOwner { group.append { self.deliver(value, number) } }
    group.lock.unlock()
    return (number, isOwner, old)
  }

  @inlinable func deliver(_ value: Value, _ write: Write) {
    if write.isOwner {
      deliver(value, write.number)
      group.leave()
    }
    withExtendedLifetime(write) {}
  }

  // MARK: In the gate

  @inlinable func deliver(_ value: Value, _ write: Int) {
    group.deliveredVersion.store(write, ordering: .relaxed)
    if !isConnected.load(ordering: .relaxed) {
      observers.deliver(value, to: Observer<Value, Never>.self)
      if group.firstHead != nil { group.updateHeads() }
      return
    }
    let old = deliveredValue
    deliveredValue = value
    group.settle(self)
    withExtendedLifetime(old) {}  // its release may call out
    group.deliver()
  }

  override func catchUp() -> Bool {
    group.lock.lock()
    defer { group.lock.unlock() }
    if group.delivered != version { return false }
    deliveredValue = memo
    return true
  }

  /// The property was released: ends the observations.
  @usableFromInline func end() {
    group.perform {
      self.group.end()
      self.group.deliver()
    }
  }
}
