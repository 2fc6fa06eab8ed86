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
  // The node is connected, and so is its source, which computes before it.
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

/// Any number of sources at the same time, but at least one.
@usableFromInline struct InputList<Value: Sendable>: NodeInputs {
  @usableFromInline let inputs: [Input<Value>]

  @inlinable init(_ inputs: [Input<Value>]) { self.inputs = inputs }

  @inlinable var sources: [AnyPropertyNode] { inputs.flatMap(\.sources) }

  @inlinable func reading(at moment: Moment) -> Reading<[Value]>? {
    var values = Reading<[Value]>([], version: 0, since: 0)
    values.value.reserveCapacity(inputs.count)
    for input in inputs {
      guard let reading = input.reading(at: moment) else { return nil }
      values.value.append(reading.value)
      values.version = max(values.version, reading.version)
      values.since = max(values.since, reading.since)
    }
    return values
  }

  @inlinable var delivered: [Value] { inputs.map(\.delivered) }
}

/// The inputs and the function of a node. The closures of the node capture this alone, and so allocate nothing themselves.
@usableFromInline final class Formula<Inputs: NodeInputs, Value: Sendable>: Sendable {
  @usableFromInline let inputs: Inputs
  @usableFromInline let transform: @Sendable (Inputs.Value) -> Value

  @inlinable init(of inputs: Inputs, _ transform: @escaping @Sendable (Inputs.Value) -> Value) {
    self.inputs = inputs
    self.transform = transform
  }
}

extension PropertyNode {
  // Each closure below is called only with the node that it was created for; the cast relies on that.
  @inlinable static func own(_ node: AnyPropertyNode) -> Self { unsafe unsafeDowncast(node, to: Self.self) }

  /// A function of inputs: in their group, or the head of a new one.
  @inlinable static func function<Inputs: NodeInputs>(
    of inputs: Inputs, _ transform: @escaping @Sendable (Inputs.Value) -> Value
  ) -> PropertyNode {
    let sources = inputs.sources, group = PropertyGroup.common(of: sources), formula = Formula(of: inputs, transform)
    return PropertyNode(
      group ?? PropertyGroup(isRooted: false), sources,
      derive: { node, moment in
        formula.inputs.reading(at: moment).flatMap { input in
          node.value(of: input, at: moment) { formula.transform(input.value) }
        }
      },
      compute: group == nil
        ? { own($0).updateValue(at: $1) }
        : { node, _ in own(node).settle { formula.transform(formula.inputs.delivered) } })
  }
}
