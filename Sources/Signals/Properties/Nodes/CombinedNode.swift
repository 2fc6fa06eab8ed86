// Functions of the values of several nodes. What they are made of is members of theirs, and not captured by `update`: so no thunk
// that unpacks captures is run for each node and step. One class for each number of them: a parameter pack is not specialised,
// and the members of a tuple are counted each time it is read.

/// A function of the values of two nodes.
@usableFromInline final class CombinedNode<A: Sendable, B: Sendable, Value: Sendable>: PropertyNode<Value> {
  @usableFromInline let first: PropertyNode<A>
  @usableFromInline let second: PropertyNode<B>
  @usableFromInline let transform: (A, B) -> Value

  @inlinable init(
    _ first: PropertyNode<A>, _ second: PropertyNode<B>,
    _ transform: @escaping (A, B) -> Value
  ) {
    self.first = first
    self.second = second
    self.transform = transform
    super.init { node, step in
      let node = unsafeDowncast(node, to: CombinedNode.self)  // only called with the node itself
      guard let a = node.first.value(at: step), let b = node.second.value(at: step),
        node.first.changed == step || node.second.changed == step || node.isNew
      else { return }
      node.set(node.transform(a, b), at: step)
    }
  }
}

/// A function of the values of three nodes.
@usableFromInline
final class CombinedNodeOfThree<A: Sendable, B: Sendable, C: Sendable, Value: Sendable>: PropertyNode<Value> {
  @usableFromInline let first: PropertyNode<A>
  @usableFromInline let second: PropertyNode<B>
  @usableFromInline let third: PropertyNode<C>
  @usableFromInline let transform: (A, B, C) -> Value

  @inlinable init(
    _ first: PropertyNode<A>, _ second: PropertyNode<B>, _ third: PropertyNode<C>,
    _ transform: @escaping (A, B, C) -> Value
  ) {
    self.first = first
    self.second = second
    self.third = third
    self.transform = transform
    super.init { node, step in
      let node = unsafeDowncast(node, to: CombinedNodeOfThree.self)  // only called with the node itself
      guard let a = node.first.value(at: step), let b = node.second.value(at: step), let c = node.third.value(at: step),
        node.first.changed == step || node.second.changed == step || node.third.changed == step || node.isNew
      else { return }
      node.set(node.transform(a, b, c), at: step)
    }
  }
}

/// A function of the values of four nodes.
@usableFromInline
final class CombinedNodeOfFour<A: Sendable, B: Sendable, C: Sendable, D: Sendable, Value: Sendable>: PropertyNode<Value>
{
  @usableFromInline let first: PropertyNode<A>
  @usableFromInline let second: PropertyNode<B>
  @usableFromInline let third: PropertyNode<C>
  @usableFromInline let fourth: PropertyNode<D>
  @usableFromInline let transform: (A, B, C, D) -> Value

  @inlinable init(
    _ first: PropertyNode<A>, _ second: PropertyNode<B>, _ third: PropertyNode<C>, _ fourth: PropertyNode<D>,
    _ transform: @escaping (A, B, C, D) -> Value
  ) {
    self.first = first
    self.second = second
    self.third = third
    self.fourth = fourth
    self.transform = transform
    super.init { node, step in
      let node = unsafeDowncast(node, to: CombinedNodeOfFour.self)  // only called with the node itself
      guard let a = node.first.value(at: step), let b = node.second.value(at: step), let c = node.third.value(at: step),
        let d = node.fourth.value(at: step),
        node.first.changed == step || node.second.changed == step || node.third.changed == step
          || node.fourth.changed == step || node.isNew
      else { return }
      node.set(node.transform(a, b, c, d), at: step)
    }
  }
}
