public import Synchronization

/// A node that is a function of other nodes. If they are in one group, it is in that group, or else the head of a new one.
@usableFromInline class DerivedNode<Value: Sendable>: PropertyNode<Value>, @unchecked Sendable {
  @usableFromInline init(
    _ group: PropertyGroup, of sources: [AnyPropertyNode], derive: @escaping Derive,
    compute: @escaping (AnyPropertyNode, Int) -> NodeChange,
    // As a default argument, it is code of the caller.
    notify: @escaping (AnyPropertyNode) -> Void = { notify($0) }
  ) {
    super.init(group, sources, derive: derive, compute: compute, notify: notify)
    for source in sources { source.track() }
  }

  // MARK: In the gate

  /// Settles this node after a change of its group: with a value that a reader has computed before, or a new one.
  @inlinable @inline(__always) final func settle(_ make: () -> Value) -> NodeChange {
    deliveredValue = (through.load(ordering: .relaxed) < 0 ? nil : takeMemo()) ?? make()
    return .value
  }

  /// Of a head: reads the value at that time, or now if a root was written since. It is the delivered one from now on.
  @inlinable final func readAnew(at time: Int, isSame: (Value, Value) -> Bool = { _, _ in false }) -> NodeChange {
    let time = min(time, WriteClock.now)  // during a write, the last change has no number yet
    let reading = derive(self, Moment(time: time, snapshot: nil)) ?? current(), version = reading.version
    if !reading.isRecorded {
      // No later change might schedule this head.
      group.scheduleAgain(self)
    } else if isConnected.load(ordering: .relaxed), version == group.version.load(ordering: .relaxed) {
      return .none
    }
    // Under the lock: from here on, no reader uses the delivered values of the group.
    if group.last != nil { group.lock.lock() }
    group.version.store(version, ordering: .relaxed)
    if group.last != nil { group.lock.unlock() }
    group.delivered = version
    if let old = deliveredValue, isSame(old, reading.value) { return .version }
    deliveredValue = reading.value
    return .value
  }

  // MARK: The operators

  // Each closure below is called only with the node that it was created for; the cast relies on that.
  @inlinable static func own(_ node: AnyPropertyNode) -> Self { unsafe unsafeDowncast(node, to: Self.self) }

  /// A function of inputs: in their group, or the head of a new one.
  @inlinable static func function<Inputs: NodeInputs>(
    of inputs: Inputs, _ transform: @escaping @Sendable (Inputs.Value) -> Value
  ) -> DerivedNode {
    let sources = inputs.sources, group = PropertyGroup.common(of: sources)
    return DerivedNode(
      group ?? PropertyGroup(isRooted: false), of: sources,
      derive: { node, moment in
        inputs.reading(at: moment).map { input in node.value(of: input, at: moment) { transform(input.value) } }
      },
      compute: group == nil
        ? { own($0).readAnew(at: $1) } : { node, _ in own(node).settle { transform(inputs.delivered) } })
  }

  /// A function of one source.
  @inlinable static func function<Source: Sendable>(
    of source: PropertyNode<Source>, _ transform: @escaping @Sendable (Source) -> Value
  ) -> DerivedNode { function(of: Input(source), transform) }
}

/// The sources of a node: one, or several at the same time.
@usableFromInline protocol NodeInputs<Value>: Sendable {
  associatedtype Value: Sendable
  var sources: [AnyPropertyNode] { get }
  /// The values at that time; nil if a root was written since.
  func reading(at moment: Moment) -> Reading<Value>?
  /// In the gate: the delivered values of the sources in the group.
  var delivered: Value { get }
}

/// One source of a node.
@usableFromInline struct Input<Value: Sendable>: NodeInputs, @unchecked Sendable {
  // Uncounted: used only while the node is alive, which retains its sources.
  @usableFromInline let source: BorrowedReference<PropertyNode<Value>>

  // The node that uses this input retains the source.
  @inlinable init(_ source: PropertyNode<Value>) { self.source = unsafe BorrowedReference(source) }

  // The node retains the source during each of these calls.
  @inlinable var sources: [AnyPropertyNode] { [source.object] }
  @inlinable func reading(at moment: Moment) -> Reading<Value>? { source.with { $0.reading(at: moment) } }
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

  @inlinable func reading(at moment: Moment) -> Reading<(First.Value, Second.Value)>? {
    guard let a = first.reading(at: moment), let b = second.reading(at: moment) else { return nil }
    return a.and(b)
  }

  @inlinable var delivered: (First.Value, Second.Value) { (first.delivered, second.delivered) }
}
