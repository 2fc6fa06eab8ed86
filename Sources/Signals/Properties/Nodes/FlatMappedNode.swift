/// The value of the property that is selected by the value of a node. The nodes of that property are part of the graph as long
/// as it is the one.
@usableFromInline final class FlatMappedNode<Input: Sendable, Value: Sendable>: PropertyNode<Value> {
  // Touched by the owner of the observation's turn, like all of a node.
  private(set) var selected: (property: Property<Value>, node: PropertyNode<Value>, part: NodeGraph.Part)?
  private let input: PropertyNode<Input>
  private let select: (Input, NodeGraph) -> Property<Value>
  // The observation keeps the graph, and the graph keeps this.
  private weak var graph: NodeGraph?

  init(
    _ input: PropertyNode<Input>, in graph: NodeGraph, _ select: @escaping (Input, NodeGraph) -> Property<Value>
  ) {
    self.input = input
    self.select = select
    self.graph = graph
    graph.isExtended = true
    super.init { node, step in
      unsafeDowncast(node, to: FlatMappedNode.self).update(at: step)  // only called with the node itself
    }
  }

  private func update(at step: Int) {
    guard let value = input.value(at: step), let graph else { return }
    let hasChanged = input.changed == step || selected == nil
    if hasChanged {
      // By the value of this step: the property that is flat-mapped may be ahead.
      let property = select(value, graph)
      if property !== selected?.property {
        let (node, part) = graph.part { property.source.node(graph) }
        // What the one before does not share with this one ends here.
        let old = selected
        selected = (property, node, part)
        withExtendedLifetime(old) {}
      }
    }
    guard let inner = selected?.node, let value = inner.value(at: step) else { return }
    if hasChanged || inner.changed == step { set(value, at: step) }
  }
}
