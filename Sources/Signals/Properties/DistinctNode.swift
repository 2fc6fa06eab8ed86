public import Synchronization

/// The value of a source, which changes only to a different value.
///
/// A value keeps its version while the source's values are equal. The version is that of the source when it got the value. If the
/// source leaves a value and returns to it, the value has its version again, unless it has been forgotten meanwhile.
@usableFromInline final class DistinctNode<Value: Sendable>: HeadNode<Value>, @unchecked Sendable {
  @usableFromInline let areEqual: @Sendable (Value, Value) -> Bool

  @inlinable init(of source: PropertyNode<Value>, _ areEqual: @escaping @Sendable (Value, Value) -> Bool) {
    self.areEqual = areEqual
    let input = Input(source, 0)
    super.init(
      of: [source], mayReturn: true, derive: { Self.own($0).compared(input, at: $1) },
      compute: { Self.own($0).updateCompared() })
  }

  override var comparesValues: Bool { true }
  @usableFromInline override func isSame(_ a: Value, _ b: Value) -> Bool { areEqual(a, b) }

  /// The value at that time: a known one if it is the same, with its version; nil if a root was written since.
  @inlinable func compared(_ input: Input<Value>, at time: Int) -> Reading<Value>? {
    var versions = SourceVersions()
    guard var fresh = input.reading(at: time, &versions) else { return nil }
    if let known = known(fresh.value, lastDelivered) { (fresh.value, fresh.span.version) = known }
    return remember(fresh.value, fresh.span)
  }

  /// Updates, in the gate.
  @inlinable func updateCompared() -> Bool {
    update(
      { time, versions in
        guard var span = receive(at: time, &versions) else { return nil }
        let delivered = deliveredValue.map { ($0, group.delivered.version) }
        if let known = known(Input<Value>.received(by: self, 0), delivered) { versions[0] = known.version }
        span.version = versions[0]
        return span
      }, { Input<Value>.received(by: self, 0) })
  }

  /// The value that was delivered or read last, if it is the same.
  @inlinable func known(_ value: Value, _ delivered: (Value, Int)?) -> (value: Value, version: Int)? {
    if let delivered, areEqual(delivered.0, value) { return delivered }
    if through.load(ordering: .relaxed) >= 0, let read = lastRead, areEqual(read.0, value) { return read }
    return nil
  }

  /// The delivered value and its version, for any thread.
  @inlinable var lastDelivered: (Value, Int)? {
    if !isConnected.load(ordering: .relaxed) { return nil }
    group.lock.lock()
    defer { group.lock.unlock() }
    return deliveredValue.map { ($0, group.version.load(ordering: .relaxed)) }
  }

  /// The remembered value and its version.
  @inlinable var lastRead: (Value, Int)? {
    group.lock.lock()
    defer { group.lock.unlock() }
    return memo.map { ($0, memoVersion) }
  }
}
