/// The observer through which the head of a group depends on a node of another group.
final class NodeDependency<Value: Sendable>: NodeObserver<Value> {
  init(of head: AnyPropertyNode, on source: AnyPropertyNode) {
    let group = source.group
    super.init(Sink(value: { _ in group.schedule(head) }, end: { _ in group.schedule(head) }), of: source)
  }

  override func versionChanged() { target.sink.end(.completed) }
}
