/// What a node computes its value from: one source, or several at once.
@usableFromInline protocol NodeInputs<Value>: Sendable {
  associatedtype Value: Sendable
  /// At that time; nil if a root was written since.
  func reading<R: Sendable>(of node: DerivedNode<R>, at time: Int) -> Reading<Value>?
  /// In the gate: what the sources have delivered.
  func delivered<R: Sendable>(to node: DerivedNode<R>) -> Value
}

/// The source of that index.
@usableFromInline struct Input<Value: Sendable>: NodeInputs {
  @usableFromInline let index: Int

  @inlinable init(_ index: Int) { self.index = index }

  @inlinable func reading<R: Sendable>(of node: DerivedNode<R>, at time: Int) -> Reading<Value>? {
    node.source(index, Value.self).reading(at: time)
  }

  @inlinable func delivered<R: Sendable>(to node: DerivedNode<R>) -> Value {
    node.source(index, Value.self).deliveredValue.unsafelyUnwrapped  // kept as long as the node observes it
  }
}

/// Two inputs at the same time.
@usableFromInline struct InputPair<First: NodeInputs, Second: NodeInputs>: NodeInputs {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable func reading<R: Sendable>(
    of node: DerivedNode<R>, at time: Int
  ) -> Reading<(First.Value, Second.Value)>? {
    guard let a = first.reading(of: node, at: time), let b = second.reading(of: node, at: time) else { return nil }
    return Reading((a.value, b.value), a.span.and(b.span))
  }

  @inlinable func delivered<R: Sendable>(to node: DerivedNode<R>) -> (First.Value, Second.Value) {
    (first.delivered(to: node), second.delivered(to: node))
  }
}

extension DerivedNode {
  /// A function of inputs that are there at the same time.
  @inlinable static func function<Inputs: NodeInputs>(
    of inputs: Inputs, _ sources: [AnyPropertyNode], _ transform: @escaping @Sendable (Inputs.Value) -> Value
  ) -> DerivedNode {
    DerivedNode(
      of: sources,
      derive: { node, time in
        // Only called with the node that it was made for.
        let node = unsafeDowncast(node, to: DerivedNode.self)
        guard let input = inputs.reading(of: node, at: time) else { return nil }
        return node.settle(input.span) { transform(input.value) }
      },
      settle: { node in node.computed { transform(inputs.delivered(to: node)) } })
  }

  /// A function of one source: it receives its values and hands them on, so it gives each of them.
  @inlinable static func map<Source: Sendable>(
    of source: PropertyNode<Source>, onEnd: ((DerivedNode) -> Void)? = nil,
    _ transform: @escaping @Sendable (Source) -> Value
  ) -> DerivedNode {
    let input = Input<Source>(0)
    // Values are handed on by recursion. Every so often a node settles instead, for chains may be long.
    let settles = (source.height + 1) % recursionLimit == 0
    return DerivedNode(
      of: [source],
      derive: { node, time in
        // Only called with the node that it was made for.
        let node = unsafeDowncast(node, to: DerivedNode.self)
        guard let input = input.reading(of: node, at: time) else { return nil }
        return node.settle(input.span) { transform(input.value) }
      },
      settle: { node in node.computed { transform(input.delivered(to: node)) } },
      receiver: settles
        ? nil
        : { node in
          Observer<Source, Never>(
            { value in node.receive { transform(value) } },
            End { _ in node.scheduleEnd() }, of: node.source(0, Source.self))
        }, onEnd: onEnd)
  }

  @usableFromInline func scheduleEnd() { schedule(by: hub) }

  /// The value of a source, changing only when it becomes another.
  @inlinable static func distinct(
    of source: PropertyNode<Value>, _ areEqual: @escaping @Sendable (Value, Value) -> Bool
  ) -> DerivedNode {
    DerivedNode(
      of: [source], comparesValues: true,
      derive: { node, time in
        // Only called with the node that it was made for.
        let source = unsafeDowncast(node, to: DerivedNode.self).source(0, Value.self)
        guard var fresh = source.reading(at: time) else { return nil }
        guard let known = node.recall() else { return node.remember(fresh.value, fresh.span) }
        if known.span.since > time {
          // A later value is remembered, and this one cannot be compared with it.
          fresh.span.version = WriteClock.tick()
          return fresh
        }
        if known.span.through >= time { return known }
        if known.span.through >= fresh.span.version || areEqual(known.value, fresh.value) {
          fresh.span.version = known.span.version
          fresh.value = known.value
        }
        return node.remember(fresh.value, fresh.span)
      },
      settle: { node in
        let value = node.source(0, Value.self).deliveredValue.unsafelyUnwrapped  // kept as long as the node observes it
        if let last = node.deliveredValue, areEqual(last, value) { return nil }
        return node.computed { value }
      })
  }

  /// The value of the property that a source selects.
  @inlinable static func flatten(_ selection: PropertyNode<Property<Value>>) -> DerivedNode {
    DerivedNode(
      of: [selection], selected: { selection.value.source.node },
      derive: { node, time in
        // Only called with the node that it was made for.
        let selection = unsafeDowncast(node, to: DerivedNode.self).source(0, Property<Value>.self)
        guard let selected = selection.reading(at: time), let inner = selected.value.source.node.reading(at: time)
        else { return nil }
        return node.settle(selected.span.and(inner.span)) { inner.value }
      },
      settle: { _ in nil })
  }
}
