public import Synchronization

/// A node that is a function of other nodes: of nodes in one group, unless it is a `HeadNode`.
@usableFromInline class DerivedNode<Value: Sendable>: PropertyNode<Value>, @unchecked Sendable {
  @usableFromInline init(
    _ group: PropertyGroup, of sources: [AnyPropertyNode], mayReturn: Bool = false,
    derive: @escaping Derive, compute: @escaping (AnyPropertyNode) -> Bool,
    // As a default argument, it is code of the caller.
    perform: @escaping (AnyPropertyNode, NodeStep) -> Void = { perform($0, $1) }
  ) {
    super.init(group, sources, mayReturn: mayReturn, derive: derive, compute: compute, perform: perform)
    for source in sources { source.track() }
  }

  // MARK: In the gate

  /// The value for the delivered sources: a value that a reader has computed before, or a new one.
  @inlinable @inline(__always) final func delivered(_ make: () -> Value) -> Value {
    (through.load(ordering: .relaxed) < 0 ? nil : takeMemo()) ?? make()
  }

  /// Settles this node after a change of its sources. It counts as changed, too.
  @inlinable @inline(__always) final func settle(_ make: () -> Value) -> Bool {
    deliveredValue = delivered(make)
    return true
  }

  // MARK: The operators

  // Each closure below is called only with the node that it was created for; the cast relies on that.
  @inlinable static func own(_ node: AnyPropertyNode) -> Self { unsafe unsafeDowncast(node, to: Self.self) }

  /// A function of inputs that are all in one group.
  @inlinable static func function<Inputs: NodeInputs>(
    of inputs: Inputs, in group: PropertyGroup, _ transform: @escaping @Sendable (Inputs.Value) -> Value
  ) -> DerivedNode {
    DerivedNode(
      group, of: inputs.sources, derive: deriving(from: inputs, transform),
      compute: { own($0).settle { transform(inputs.delivered) } })
  }

  /// A function of one source.
  @inlinable static func function<Source: Sendable>(
    of source: PropertyNode<Source>, _ transform: @escaping @Sendable (Source) -> Value
  ) -> DerivedNode { function(of: Input(source, 0), in: source.group, transform) }

  @inlinable static func deriving<Inputs: NodeInputs>(
    from inputs: Inputs, _ transform: @escaping @Sendable (Inputs.Value) -> Value
  ) -> Derive {
    { node, time in
      var versions = SourceVersions()
      guard let input = inputs.reading(at: time, &versions) else { return nil }
      return node.value(in: input.span) { transform(input.value) }
    }
  }
}

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
