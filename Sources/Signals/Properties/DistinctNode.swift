public import Synchronization

/// The value of a source, which changes only to a different value: the head of a group.
///
/// A value keeps its version while the source's values are equal. So if a source leaves a value and returns to it before any reader
/// has looked, nothing has changed. If a reader has seen the value between, the returned value has a new version, of which the
/// observers of this node are not notified.
@usableFromInline final class DistinctNode<Value: Sendable>: DerivedNode<Value>, @unchecked Sendable {
  @usableFromInline let areEqual: @Sendable (Value, Value) -> Bool
  /// Under the lock, one access at a time: the last version of the source that was found equal to the remembered value.
  @safe @exclusivity(unchecked) @usableFromInline var comparedVersion = -1

  @inlinable init(of source: PropertyNode<Value>, _ areEqual: @escaping @Sendable (Value, Value) -> Bool) {
    self.areEqual = areEqual
    let input = Input(source)
    super.init(
      PropertyGroup(isRooted: false), of: [source], derive: { Self.own($0).compared(input, at: $1) },
      compute: { Self.own($0).readAnew(isSame: areEqual) })
  }

  override var comparesValues: Bool { true }

  /// The value at that time: the remembered one if it is the same. Nil if a root was written since, or if a later value is
  /// remembered: this reading might be the only one that has got the value before.
  @inlinable func compared(_ input: Input<Value>, at moment: Moment) -> Reading<Value>? {
    guard let fresh = input.reading(at: moment) else { return nil }
    while true {
      if moment.isPast { return note(fresh.value, fresh.span, moment) }
      group.lock.lock()
      let known: Value? = memo, span = memoSpan, isCompared = comparedVersion == fresh.span.version
      group.lock.unlock()
      if known != nil, !isCompared, span.since > fresh.span.since {
        guard let snapshot = moment.snapshot else { return nil }
        snapshot.isPast = true
        continue
      }
      var result = fresh
      if let known, isCompared || areEqual(known, fresh.value) {
        (result.value, result.span.version) = (known, span.version)
      }
      let isDone = replace(span, by: result, for: fresh.span.version)
      // Released here, after unlocking: a release may call out.
      withExtendedLifetime(known) {}
      if isDone { return result }
    }
  }

  /// Remembers the value, unless another thread has remembered one meanwhile.
  @inlinable func replace(_ span: Span, by result: Reading<Value>, for version: Int) -> Bool {
    group.lock.lock()
    defer { group.lock.unlock() }
    if (memoVersion, memoSince) != (span.version, span.since) { return false }
    if result.span.through >= through.load(ordering: .relaxed) {
      setMemo(result.value, result.span)
      comparedVersion = version
    }
    return true
  }
}
