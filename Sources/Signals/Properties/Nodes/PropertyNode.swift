/// What does not depend on the type of a node's value.
@usableFromInline class AnyPropertyNode {
  /// Whether its first value is about to come, inside the start of its observation.
  @exclusivity(unchecked) @usableFromInline final var isStarting = false
  /// Whether the root has completed, or is not observed any more.
  @exclusivity(unchecked) @usableFromInline final var isFinished = false
  /// How often the root had changed when its value came. Of roots that can tell.
  @exclusivity(unchecked) @usableFromInline final var revision = 0

  @inlinable init() {}
}

/// A value within one observation of a combination: a root's, or computed from other nodes'. However often something
/// occurs in the combination, it has one node.
///
/// Touched by the owner of the observation's turn only, one access at a time: exclusivity need not be checked. What a node
/// does is a closure and not a method to override, since only closures are specialised for the types they are made with.
@usableFromInline class PropertyNode<Value: Sendable>: AnyPropertyNode {
  /// The value, once every root below has given one.
  @exclusivity(unchecked) @usableFromInline final var known: Value?
  /// The step at which it last changed.
  @exclusivity(unchecked) @usableFromInline final var changed = 0
  /// The step at which it was last asked. Later than any for what is set, and not computed.
  @exclusivity(unchecked) @usableFromInline final var asked: Int
  /// Computes the value of this node anew if what it is computed from has changed at this step.
  @usableFromInline final let update: (PropertyNode, _ step: Int) -> Void

  /// A value that is computed.
  @usableFromInline init(_ update: @escaping (PropertyNode, _ step: Int) -> Void) {
    asked = 0
    self.update = update
  }

  /// A root's value, which the observation sets.
  @usableFromInline override init() {
    asked = .max
    update = { _, _ in }
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
  ///
  /// - Parameter first: What the first value is taken for.
  @usableFromInline convenience init(
    _ input: PropertyNode, distinctBy areEqual: @escaping (Value, Value) -> Bool, first: @escaping (Value) -> Value
  ) {
    self.init { node, step in
      guard let value = input.value(at: step) else { return }
      guard let known = node.known else { return node.set(first(value), at: step) }
      if input.changed != step || areEqual(known, value) { return }
      node.set(value, at: step)
    }
  }
}
