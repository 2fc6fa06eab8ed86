/// An observer of a property.
@usableFromInline class NodeObserver<Value: Sendable>: Observer<Value, Never> {
  @inlinable init(_ value: @escaping (Value) -> Void, _ end: End<Never>, of node: AnyPropertyNode) {
    super.init(value, end, of: node)
  }

  @usableFromInline final override func remove(from source: AnyObject) {
    // The source is of the type that this was created with.
    unsafe AnyPropertyNode.disconnect([(unsafeDowncast(source, to: AnyPropertyNode.self), self)])
  }
}

/// An observer that may know a value which its source has had between two deliveries: it is notified of a new version of an equal
/// value, too.
protocol VersionObserver {
  /// In the gate of the source.
  func versionChanged()
}

/// The observer through which the head of a group depends on a node of another group.
final class NodeDependency<Value: Sendable>: NodeObserver<Value>, VersionObserver {
  init(of head: AnyPropertyNode, on source: AnyPropertyNode) {
    let group = source.group
    super.init({ _ in group.schedule(head) }, End { _ in group.schedule(head) }, of: source)
  }

  func versionChanged() { target.end(.completed) }
}
