/// The observer through which a node depends on one of its sources.
@usableFromInline class Dependency: AnyObserver {
  @usableFromInline final let node: AnyPropertyNode
  /// Whether this is a `RemoteDependency`.
  @usableFromInline final let isRemote: Bool

  @usableFromInline init(of node: AnyPropertyNode, on source: AnyPropertyNode, isRemote: Bool = false) {
    self.node = node
    self.isRemote = isRemote
    super.init(of: source)
  }

  @usableFromInline final override func remove(from source: AnyObject) {
    // What it was made with.
    AnyPropertyNode.disconnect([(unsafeDowncast(source, to: AnyPropertyNode.self), self, true)])
  }

  /// In the gate of the source: schedules the node, if it is in that group.
  @usableFromInline final func schedule(in group: PropertyGroup, _ delivery: inout Delivery) -> Bool {
    guard node.group === group else { return false }
    node.hasChangedSource = true
    delivery.schedule(node)
    return true
  }

  /// In the gate of the source.
  final func sourceHasEnded(in group: PropertyGroup, _ delivery: inout Delivery) {
    if node.group === group {
      node.mayHaveEnded = true
      delivery.schedule(node)
    } else {
      _ = delivery.insert(node, mayHaveEnded: true)
    }
  }
}

/// A dependency across groups, which knows the value that the source had last.
@usableFromInline final class RemoteDependency<Value: Sendable>: Dependency {
  // In the gate of the node, one access at a time.
  @exclusivity(unchecked) @usableFromInline var last: Reading<Value>?

  init(of node: AnyPropertyNode, on source: AnyPropertyNode) { super.init(of: node, on: source, isRemote: true) }

  /// In the gate of the node: the value of the source at that time; nil if a root was written since.
  @inlinable func reading(of source: PropertyNode<Value>, at time: Int) -> Reading<Value>? {
    if var last, source.group.isUnchanged(since: last.span.through, at: time) {
      if last.span.through < time { last.span.through = time }
      return last
    }
    last = source.reading(at: time)
    return last
  }
}

extension ObserverList {
  /// Calls `body` with each observer. It may not change the list.
  @inlinable func forEach(_ body: (AnyObserver) -> Void) {
    guard let first else { return }
    var reference = first
    repeat {
      reference = reference._withUnsafeGuaranteedRef { observer in
        body(observer)
        // Not nil: only the owner of the gate, who is walking, takes a member off.
        return observer.next.unsafelyUnwrapped
      }
    } while reference.toOpaque() != first.toOpaque()
  }
}
