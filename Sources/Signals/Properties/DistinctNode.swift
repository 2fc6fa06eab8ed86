/// The value of a source, which changes only to a different value.
@usableFromInline final class DistinctNode<Value: Sendable>: DerivedNode<Value>, @unchecked Sendable {
  @usableFromInline let areEqual: @Sendable (Value, Value) -> Bool

  @inlinable init(of source: PropertyNode<Value>, _ areEqual: @escaping @Sendable (Value, Value) -> Bool) {
    self.areEqual = areEqual
    let input = Input(source, 0)
    super.init(
      nil, of: [source], comparesValues: true, derive: { Self.itself($0).compared(input, at: $1) },
      compute: { Self.itself($0).updateCompared() })
  }

  // The closures above are called only with the node that they were created for.
  @inlinable static func itself(_ node: AnyPropertyNode) -> DistinctNode {
    unsafe unsafeDowncast(node, to: DistinctNode.self)
  }

  @usableFromInline override func isSame(_ a: Value, _ b: Value) -> Bool { areEqual(a, b) }

  /// The value at that time, with the version of the last one if it is the same; nil if a root was written since.
  @inlinable func compared(_ input: Input<Value>, at time: Int) -> Reading<Value>? {
    guard var fresh = input.reading(at: time) else { return nil }
    guard let known = last() else { return remember(fresh.value, fresh.span) }
    if known.span.since > time {
      // A later value is known.
      if !areEqual(known.value, fresh.value) {
        group.lock.lock()
        defer { group.lock.unlock() }
        return noteMissed(fresh.value, fresh.span)
      }
      fresh.span.version = known.span.version
      return fresh
    }
    if known.span.through >= time { return known }
    // Compared even if the source has had this version before: between two readers, it may have changed and changed back.
    // Compared with the latest value that anybody has read, so a value that comes back gets a new version.
    if areEqual(known.value, fresh.value) {
      fresh.span.version = known.span.version
      fresh.value = known.value
    }
    return remember(fresh.value, fresh.span)
  }

  /// Updates, in the gate. A value that somebody may have read in between counts as a change, even if the old value is back.
  @inlinable func updateCompared() -> Bool {
    update(
      { time in
        guard var span = receive(at: time) else { return nil }
        let value = Input<Value>.received(by: self, 0), (seen, isMissed) = takeSeen()
        isReturn = deliveredValue.map { areEqual($0, value) } ?? false
        if let seen {
          // Two values for readers: the one that came back has a version of its own.
          if areEqual(seen.value, value) { span.version = seen.span.version }
        } else if isReturn, !isMissed {
          span.version = deliveredVersion
        }
        return span
      }, { Input<Value>.received(by: self, 0) })
  }
}
