public import Synchronization

/// The value of a source, which changes only to a different value: the head of a group.
///
/// A value keeps its version while the source's values are equal. So if a source leaves a value and returns to it before any
/// reading, nothing has changed. If a reading has seen the value between, the returned value has a new version. That does not
/// notify the observers of this node.
@usableFromInline final class DistinctNode<Value: Sendable>: PropertyNode<Value>, @unchecked Sendable {
  @usableFromInline let areEqual: @Sendable (Value, Value) -> Bool
  /// Under the lock, one access at a time: the last version of the source that was found equal to the saved value.
  @safe @exclusivity(unchecked) @usableFromInline var comparedVersion = -1

  @inlinable init(of source: PropertyNode<Value>, _ areEqual: @escaping @Sendable (Value, Value) -> Bool) {
    self.areEqual = areEqual
    let input = Input(source)
    super.init(
      PropertyGroup(isRooted: false), [source], derive: { Self.own($0).compared(input, at: $1) },
      compute: { Self.own($0).updateValue(at: $1, areEqual: areEqual) })
  }

  override var comparesValues: Bool { true }
  override var comparison: ((Value, Value) -> Bool)? { areEqual }

  /// The value at that time: the saved one if it is the same. Nil if a root was written since, or a later value is saved.
  @inlinable func compared(_ input: Input<Value>, at moment: Moment) -> Reading<Value>? {
    guard let fresh = input.reading(at: moment) else { return nil }
    while true {
      group.lock.lock()
      let known: Value? = memo, version = memoVersion, since = memoSince
      let isCompared = fresh.isRecorded && comparedVersion == fresh.version
      group.lock.unlock()
      var result = fresh
      if let known, isCompared || version <= moment.time && areEqual(known, fresh.value) {
        (result.value, result.version) = (known, version)
      } else if since > fresh.since {
        // The saved value is of a later reading, which has not seen this one. So this one schedules no head.
        if moment.snapshot == nil { return nil }
        result.version = Reading<Value>.unrecorded
      }
      let isTooOld = !result.isRecorded || since > result.since
      let isDone = isTooOld || replace(version, since, by: result, at: moment, for: fresh.version)
      if moment.snapshot != nil { addResult(result, at: moment) }
      // Released here, after unlocking: a release may call out.
      withExtendedLifetime(known) {}
      if isDone { return result }
    }
  }

  /// Saves the value, unless another thread has saved one meanwhile.
  @inlinable func replace(
    _ version: Int, _ since: Int, by result: Reading<Value>, at moment: Moment, for compared: Int
  ) -> Bool {
    group.lock.lock()
    defer { group.lock.unlock() }
    if (memoVersion, memoSince) != (version, since) { return false }
    if moment.time >= through.load(ordering: .relaxed) {
      setMemo(result.value, result.version, since: result.since, through: moment.time)
      comparedVersion = compared
    }
    return true
  }
}
