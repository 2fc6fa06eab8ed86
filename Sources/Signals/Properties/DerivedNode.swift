import Synchronization

/// A node that is a function of other nodes.
@usableFromInline final class DerivedNode<Value: Sendable>: PropertyNode<Value>, @unchecked Sendable {
  /// In the gate: the value, computed from what the sources have delivered; nil if it has not changed. Of a node that rides.
  @usableFromInline typealias Settle = (DerivedNode) -> Value?
  /// Makes the observer through which a map receives its source's values; nil if it reads them when it settles.
  @usableFromInline let receiver: ((DerivedNode) -> AnyObserver)?

  /// Called in the gate when this ends.
  private let onEnd: ((DerivedNode) -> Void)?

  // In the gate of the hub, one access at a time.
  /// Of the selection of a flatMap: whether a property is left that is made of it.
  @exclusivity(unchecked) var isKept = true

  @inlinable convenience init(
    of sources: [AnyPropertyNode], comparesValues: Bool = false, selected: (() -> AnyPropertyNode)? = nil,
    derive: @escaping (PropertyNode<Value>, Int) -> Reading<Value>?, settle: @escaping Settle,
    receiver: ((DerivedNode) -> AnyObserver)? = nil, onEnd: ((DerivedNode) -> Void)? = nil
  ) {
    let carrier = selected == nil ? Self.commonHub(of: sources) : nil
    self.init(
      of: sources, ridesOn: carrier, comparesValues: comparesValues, selected: selected, derive: derive,
      settle: carrier == nil
        // Only called with the node that it is made for.
        ? { unsafeDowncast($0, to: DerivedNode.self).update() }
        : { node in
          // The same.
          let node = unsafeDowncast(node, to: DerivedNode.self)
          if let value = settle(node) { node.deliver(value) }
        },
      receiver: receiver, onEnd: onEnd)
  }

  @usableFromInline init(
    of sources: [AnyPropertyNode], ridesOn carrier: AnyPropertyNode?, comparesValues: Bool,
    selected: (() -> AnyPropertyNode)?, derive: @escaping (PropertyNode<Value>, Int) -> Reading<Value>?,
    settle: @escaping (AnyPropertyNode) -> Void, receiver: ((DerivedNode) -> AnyObserver)?,
    onEnd: ((DerivedNode) -> Void)?
  ) {
    self.onEnd = onEnd
    self.receiver = receiver
    super.init(
      nil, sources: sources, ridesOn: carrier, comparesValues: comparesValues, selected: selected, settle: settle,
      derive: derive)
    for source in sources { source.track() }
  }

  deinit { DeferredRelease.release(&sources) }

  /// The hub of all sources; nil if there are several. What never changes belongs to any group.
  @usableFromInline static func commonHub(of sources: [AnyPropertyNode]) -> AnyPropertyNode? {
    var common: AnyPropertyNode?
    for source in sources where !source.isConstant {
      if let common, common !== source.hub { return nil }
      common = source.hub
    }
    return common
  }

  @inlinable func source<Source: Sendable>(_ index: Int, _ type: Source.Type = Source.self) -> PropertyNode<Source> {
    // The operators give the sources, and know their types.
    unsafeDowncast(sources[index], to: PropertyNode<Source>.self)
  }

  // MARK: In the gate of the hub

  override func finish() {
    super.finish()
    onEnd?(self)
  }

  /// Of a hub: delivers what the sources have made of it.
  @inlinable func update() {
    let reading = current(), before = delivered
    follow()
    if reading.span.through <= before.through { return }
    delivered = reading.span
    let isNew = before.version < 0 ? reading.span.version > before.through : reading.span.version != before.version
    if isNew { deliver(reading.value) }
  }

  /// Replaces the remembered value by one that counts for the same.
  func replaceMemo(_ replacement: (Value) -> Value) {
    lock.lock()
    let old = memo
    lock.unlock()
    guard let old else { return }
    let new = replacement(old)
    lock.lock()
    memo = new
    lock.unlock()
    withExtendedLifetime(old) {}
  }

  /// Receives a value of the source, transformed.
  @inlinable func receive(_ make: () -> Value) { deliver(computed(make)) }

  override func connect(_ steps: inout ConnectionSteps) {
    if carrier == nil { prepare() }
    if comparesValues { keepDelivered() }
    for source in sources {
      if carrier != nil, source.isConstant { continue }
      let observer = (carrier == nil ? nil : receiver)?(self) ?? source.makeNotice(for: self)
      connections.append(observer)
      if carrier == nil {
        steps.crossings.append(Crossing(source: source, node: self, observer: observer))
      } else {
        if receiver == nil { source.keepDelivered() }
        source.add(observer, &steps)
      }
    }
    if let selected {
      let node = selected(), notice = node.makeNotice(for: self)
      followed = node
      connections.append(notice)
      steps.crossings.append(Crossing(source: node, node: self, observer: notice))
    }
  }

  override func disconnect(_ steps: inout DisconnectionSteps) {
    if !observers.isEmpty { return }
    if comparesValues { dropDelivered() }
    if carrier == nil {
      delivered.through = -1
      delivered.version = -1
    }
    hasChangedSource = false
    let old = connections, inGroup = carrier != nil
    connections = []
    followed = nil
    if inGroup, receiver == nil { for source in sources where !source.isConstant { source.dropDelivered() } }
    for observer in old {
      guard let source = observer.detach() as? AnyPropertyNode else { continue }
      if inGroup { source.drop(observer, &steps) } else { steps.crossings.append((source, observer)) }
    }
  }
}
