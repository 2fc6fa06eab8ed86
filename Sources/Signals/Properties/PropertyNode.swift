/// A value within one observation of a combination: a root's, or computed from other nodes'. However often something
/// occurs in the combination, it has one node.
///
/// Touched by the owner of the observation's turn only, one access at a time: exclusivity need not be checked. What a node
/// does is a closure and not a method to override, since only closures are specialised for the types they are made with.
@usableFromInline class PropertyNode<Value: Sendable> {
  /// The value, once every root below has given one.
  @exclusivity(unchecked) @usableFromInline final var known: Value?
  /// The step at which it last changed.
  @exclusivity(unchecked) @usableFromInline final var changed = 0
  /// The step at which it was last asked. Later than any for what is set, and not computed.
  @exclusivity(unchecked) @usableFromInline final var asked: Int
  /// Whether its first value is about to come, inside the start of its observation.
  @exclusivity(unchecked) @usableFromInline final var isStarting = false
  /// Whether the root has completed, or is not observed any more.
  @exclusivity(unchecked) @usableFromInline final var isFinished = false
  /// Computes the value of this node anew if what it is computed from has changed at this step.
  @usableFromInline final let update: (PropertyNode, _ step: Int) -> Void

  @usableFromInline init(isComputed: Bool = true, _ update: @escaping (PropertyNode, _ step: Int) -> Void) {
    asked = isComputed ? 0 : .max
    self.update = update
  }

  /// The value at this step.
  @inlinable final func value(at step: Int) -> Value? {
    if asked < step {
      asked = step
      update(self, step)
    }
    return known
  }

  @inlinable final func set(_ value: Value, at step: Int) {
    known = value
    changed = step
  }

  /// Whether there is no value yet.
  @inlinable final var isNew: Bool { known == nil }
}

extension PropertyNode {
  /// A root's value, which the observation sets.
  @inlinable convenience init() {
    self.init(isComputed: false) { _, _ in }
  }

  /// A value that never changes.
  @usableFromInline convenience init(constant value: Value) {
    self.init()
    known = value
  }

  /// The value of a node, transformed.
  @inlinable convenience init<Input>(_ input: PropertyNode<Input>, _ transform: @escaping (Input) -> Value) {
    self.init { node, step in
      guard let value = input.value(at: step), input.changed == step || node.isNew else { return }
      node.set(transform(value), at: step)
    }
  }

  /// The value of a node, changing only when it becomes another.
  @usableFromInline convenience init(_ input: PropertyNode, distinctBy areEqual: @escaping (Value, Value) -> Bool) {
    self.init { node, step in
      guard let value = input.value(at: step) else { return }
      if let known = node.known, input.changed != step || areEqual(known, value) { return }
      node.set(value, at: step)
    }
  }

  /// The value of the property that `select` gives each time the input changes. The nodes of that property are part of the
  /// graph as long as it is the one.
  convenience init<Input>(
    _ input: PropertyNode<Input>, in graph: NodeGraph, _ select: @escaping () -> Property<Value>
  ) {
    var selected: (property: Property<Value>, node: PropertyNode, part: NodeGraph.Part)?
    graph.isExtended = true
    self.init { [weak graph] node, step in
      // The observation keeps the graph, and the graph keeps this.
      guard input.value(at: step) != nil, let graph else { return }
      let hasChanged = input.changed == step || selected == nil
      if hasChanged {
        let property = select()
        if property !== selected?.property {
          let (inner, part) = graph.part { property.source.node(graph) }
          // What the one before does not share with this one ends here.
          let old = selected
          selected = (property, inner, part)
          withExtendedLifetime(old) {}
        }
      }
      guard let inner = selected?.node, let value = inner.value(at: step) else { return }
      if hasChanged || inner.changed == step { node.set(value, at: step) }
    }
  }
}
