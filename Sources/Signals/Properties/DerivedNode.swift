public import Synchronization

/// A node that is a function of other nodes: of nodes in one group, unless it is a `HeadNode`.
@usableFromInline class DerivedNode<Value: Sendable>: PropertyNode<Value>, @unchecked Sendable {
  /// Called in the gate when this node, the selection of a flatMap, ends; nil for any other node.
  @usableFromInline final let onEnd: ((DerivedNode) -> Void)?

  // In the gate, one access at a time.
  // Of the selection of a flatMap: whether a property that derives from it is still alive.
  @safe @exclusivity(unchecked) final var isKept = true

  @usableFromInline init(
    _ group: PropertyGroup, of sources: [AnyPropertyNode], comparesValues: Bool = false, isFlatMap: Bool = false,
    derive: @escaping Derive, compute: @escaping (AnyPropertyNode) -> Bool,
    // As a default argument, it is code of the caller.
    perform: @escaping (AnyPropertyNode, NodeStep) -> Void = { perform($0, $1) },
    onEnd: ((DerivedNode) -> Void)? = nil
  ) {
    self.onEnd = onEnd
    super.init(
      group, sources, comparesValues: comparesValues, isFlatMap: isFlatMap, derive: derive, compute: compute,
      perform: perform)
    for source in sources { source.track() }
  }

  final override func finish() {
    super.finish()
    onEnd?(self)
  }

  /// Replaces the remembered value by an equivalent one.
  final func replaceMemo(_ replacement: (Value) -> Value) {
    group.lock.lock()
    let old = memo
    group.lock.unlock()
    guard let old else { return }
    let new = replacement(old)
    group.lock.lock()
    memo = new
    group.lock.unlock()
    withExtendedLifetime(old) {}
  }

  // MARK: In the gate

  /// The value for the delivered sources: a value that a reader has computed before, or a new one.
  @inlinable @inline(__always) final func delivered(_ make: () -> Value) -> Value {
    (through.load(ordering: .relaxed) < 0 ? nil : takeMemo()) ?? make()
  }

  /// Settles this node after a change of its sources. It counts as changed, too.
  @inlinable @inline(__always) final func settle(_ make: () -> Value) -> Bool {
    if onEnd != nil { keepReplaced() }
    deliveredValue = delivered(make)
    return true
  }

  /// Of the selection of a flatMap: keeps the properties that it had selected until the new values are published.
  @usableFromInline final func keepReplaced() {
    group.lock.lock()
    let remembered = memo
    group.lock.unlock()
    group.replaced.append((deliveredValue, remembered))
  }

  // MARK: The operators

  // Each closure below is called only with the node that it was created for; the cast relies on that.
  @inlinable static func own(_ node: AnyPropertyNode) -> Self { unsafe unsafeDowncast(node, to: Self.self) }

  /// A function of inputs that are all in one group.
  @inlinable static func function<Inputs: NodeInputs>(
    of inputs: Inputs, in group: PropertyGroup, onEnd: ((DerivedNode) -> Void)? = nil,
    _ transform: @escaping @Sendable (Inputs.Value) -> Value
  ) -> DerivedNode {
    DerivedNode(
      group, of: inputs.sources,
      derive: { node, time in
        var versions = SourceVersions()
        guard let input = inputs.reading(at: time, &versions) else { return nil }
        return node.value(in: input.span) { transform(input.value) }
      },
      compute: { own($0).settle { transform(inputs.delivered) } }, onEnd: onEnd)
  }

  /// A function of one source.
  @inlinable static func function<Source: Sendable>(
    of source: PropertyNode<Source>, onEnd: ((DerivedNode) -> Void)? = nil,
    _ transform: @escaping @Sendable (Source) -> Value
  ) -> DerivedNode { function(of: Input(source, 0), in: source.group, onEnd: onEnd, transform) }
}
