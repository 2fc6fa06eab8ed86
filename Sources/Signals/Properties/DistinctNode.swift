/// The value of a source, which changes only to a different value.
///
/// A value keeps its version while the source's values are equal. So if a source leaves a value and returns to it before any
/// reading, nothing has changed. If a reading has seen the value between, the returned value has a new version. That does not
/// notify the observers of this node or of its followers, but wakes the heads that derive from it.
@usableFromInline final class DistinctNode<Value: Sendable>: PropertyNode<Value>, @unchecked Sendable {
  /// A value, the time at which it was found equal or new, and the version of the source then.
  @usableFromInline typealias Comparison = (reading: Reading<Value>, time: Int, source: Int)

  @usableFromInline let areEqual: @Sendable (Value, Value) -> Bool
  /// Under the lock, one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline var last: Comparison?
  @inlinable init(of source: PropertyNode<Value>, _ areEqual: @escaping @Sendable (Value, Value) -> Bool) {
    self.areEqual = areEqual
    let input = Input(source)
    super.init(NodeGate(from: [source]), [source], isWaker: true) { node, moment, result in
      result = input.reading(at: moment).flatMap { Self.own(node).compare($0, at: moment) }
    }
  }

  @usableFromInline override func areSame(_ first: Value, _ second: Value) -> Bool { areEqual(first, second) }

  /// The value at that time: the last one if it is the same. Nil if it is another one, and a later one is known.
  @inlinable func compare(_ fresh: Reading<Value>, at moment: Moment) -> Reading<Value>? {
    while true {
      let last = gate.lock.withLock { self.last }
      var result = fresh
      if let last {
        let isCompared = fresh.isRecorded && last.source == fresh.version
        if isCompared || last.reading.version <= moment.time && areEqual(last.reading.value, fresh.value) {
          result = last.reading
        } else if last.time > moment.time {
          if moment.snapshot == nil { return nil }
          result.version = Reading<Value>.unrecorded
        }
      }
      if !result.isRecorded || replace(last, by: (result, moment.time, fresh.version)) {
        return save(result, at: moment)
      }
    }
  }

  /// Replaces the last comparison by a later one. False if another thread has done so.
  @inlinable func replace(_ old: Comparison?, by new: Comparison) -> Bool {
    if let old, old.time >= new.time { return true }
    return gate.lock.withLock {
      if last?.time != old?.time { return false }
      last = new
      return true
    }
  }
}
