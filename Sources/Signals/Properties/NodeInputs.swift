/// The sources of a node: one, or several at the same time.
@usableFromInline protocol NodeInputs<Value>: Sendable {
  associatedtype Value: Sendable
  var sources: [AnyPropertyNode] { get }
  /// The values at that time, and their versions; nil if a root was written since.
  func reading(at time: Int, _ versions: inout SourceVersions) -> Reading<Value>?
  /// In the gate of a head: the values that it has received.
  func received(by node: AnyPropertyNode) -> Value
  /// In the gate: the delivered values of the sources in the group.
  var delivered: Value { get }
}

/// One source of a node, with its index.
@usableFromInline struct Input<Value: Sendable>: NodeInputs, @unchecked Sendable {
  // Uncounted: used only while the node is alive, which retains its sources.
  @usableFromInline let source: BorrowedReference<PropertyNode<Value>>
  @usableFromInline let index: Int

  // The node that uses this input retains the source.
  @inlinable init(_ source: PropertyNode<Value>, _ index: Int) {
    self.source = unsafe BorrowedReference(source)
    self.index = index
  }

  // The node retains the source during each of these calls.
  @inlinable var sources: [AnyPropertyNode] { [source.object] }
  @inlinable var current: Value { source.with { $0.value } }

  // The node retains the source during the call.
  @inlinable func reading(at time: Int, _ versions: inout SourceVersions) -> Reading<Value>? {
    let reading = source.with { $0.reading(at: time) }
    if let reading { versions[index] = reading.span.version }
    return reading
  }

  @inlinable func received(by node: AnyPropertyNode) -> Value { Self.received(by: node, index) }

  @inlinable static func received(by node: AnyPropertyNode, _ index: Int) -> Value {
    // The source at that index created it, and the operators know its type; it has received a value.
    node.dependency(index) { unsafe unsafeDowncast($0, to: RemoteDependency<Value>.self).value.unsafelyUnwrapped }
  }

  // The node is connected, and so is its source.
  @inlinable var delivered: Value { source.with { unsafe $0.deliveredValue.unsafelyUnwrapped } }
}

/// Two inputs at the same time.
@usableFromInline struct InputPair<First: NodeInputs, Second: NodeInputs>: NodeInputs {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable var sources: [AnyPropertyNode] { first.sources + second.sources }

  @inlinable func reading(at time: Int, _ versions: inout SourceVersions) -> Reading<(First.Value, Second.Value)>? {
    guard let a = first.reading(at: time, &versions), let b = second.reading(at: time, &versions) else { return nil }
    return Reading((a.value, b.value), a.span.and(b.span))
  }

  @inlinable func received(by node: AnyPropertyNode) -> (First.Value, Second.Value) {
    (first.received(by: node), second.received(by: node))
  }

  @inlinable var delivered: (First.Value, Second.Value) { (first.delivered, second.delivered) }
}
