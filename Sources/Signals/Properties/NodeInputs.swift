/// The sources of a node: one, or several at the same time.
@usableFromInline protocol NodeInputs<Value>: Sendable {
  associatedtype Value: Sendable
  var sources: [AnyPropertyNode] { get }
  /// The values at that time; nil if a root was written since.
  func reading(at moment: Moment) -> Reading<Value>?
}

/// One source of a node.
@usableFromInline struct Input<Value: Sendable>: NodeInputs, @unchecked Sendable {
  // Uncounted: used only while the node is alive, which retains its sources.
  @usableFromInline let source: BorrowedReference<PropertyNode<Value>>

  // The node that uses this input retains the source.
  @inlinable init(_ source: PropertyNode<Value>) { self.source = unsafe BorrowedReference(source) }

  // The node retains the source during each of these calls.
  @inlinable var sources: [AnyPropertyNode] { [source.object] }
  @inlinable @inline(__always) func reading(at moment: Moment) -> Reading<Value>? {
    source.with { $0.reading(at: moment) }
  }
}

/// Two inputs at the same time.
@usableFromInline struct InputPair<First: NodeInputs, Second: NodeInputs>: NodeInputs {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

  @inlinable var sources: [AnyPropertyNode] { first.sources + second.sources }

  @inlinable func reading(at moment: Moment) -> Reading<(First.Value, Second.Value)>? {
    guard let a = first.reading(at: moment), let b = second.reading(at: moment) else { return nil }
    return Reading((a.value, b.value), version: max(a.version, b.version))
  }
}

/// Any number of sources at the same time, but at least one.
@usableFromInline struct InputList<Value: Sendable>: NodeInputs {
  @usableFromInline let inputs: [Input<Value>]

  @inlinable init(_ inputs: [Input<Value>]) { self.inputs = inputs }

  @inlinable var sources: [AnyPropertyNode] { inputs.flatMap(\.sources) }

  @inlinable func reading(at moment: Moment) -> Reading<[Value]>? {
    var values = Reading<[Value]>([], version: 0)
    values.value.reserveCapacity(inputs.count)
    for input in inputs {
      guard let reading = input.reading(at: moment) else { return nil }
      values.value.append(reading.value)
      values.version = max(values.version, reading.version)
    }
    return values
  }
}

/// The inputs and the function of a node. The closure of the node captures this alone: its call is one less for each node.
@usableFromInline final class Formula<Inputs: NodeInputs, Value: Sendable>: Sendable {
  @usableFromInline let inputs: Inputs
  @usableFromInline let transform: @Sendable (Inputs.Value) -> Value

  @inlinable init(of inputs: Inputs, _ transform: @escaping @Sendable (Inputs.Value) -> Value) {
    (self.inputs, self.transform) = (inputs, transform)
  }
}

extension PropertyNode {
  // Each closure of a node is called only with the node that it was created for; the cast relies on that.
  @inlinable static func own(_ node: AnyPropertyNode) -> Self { unsafe unsafeDowncast(node, to: Self.self) }

  /// A function of inputs: in their gate, or the head of a new one.
  @inlinable static func function<Inputs: NodeInputs>(
    of inputs: Inputs, _ transform: @escaping @Sendable (Inputs.Value) -> Value
  ) -> PropertyNode {
    let sources = inputs.sources, formula = Formula(of: inputs, transform)
    return PropertyNode(.common(of: sources), sources) { node, moment, result in
      guard let input = formula.inputs.reading(at: moment) else { return }
      result = node.value(of: input.version, at: moment) { formula.transform(input.value) }
    }
  }
}
