import Synchronization

/// A node that is a function of other nodes.
@usableFromInline final class DerivedNode<Value: Sendable>: PropertyNode<Value>, @unchecked Sendable {
  /// In the gate: the value, computed from what the sources have delivered; nil if it has not changed. Of a node that rides.
  @usableFromInline typealias Settle = (DerivedNode) -> Value?
  @usableFromInline let settleBody: (DerivedNode) -> Void
  /// Makes the observer through which a map receives its source's values; nil if it reads them when it settles.
  @usableFromInline let receiver: ((DerivedNode) -> AnyObserver)?
  /// Of a flatMap: the node that is selected now.
  private let selected: (() -> AnyPropertyNode)?

  /// Called in the gate when this ends.
  private let onEnd: ((DerivedNode) -> Void)?

  // In the gate of the hub, one access at a time.
  /// Of the selection of a flatMap: whether a property is left that is made of it.
  @exclusivity(unchecked) var isKept = true
  /// The observers of the sources.
  @exclusivity(unchecked) private var connections: [AnyObserver] = []
  /// Of a flatMap: the node that is observed as the selected one, by the last of the connections.
  @exclusivity(unchecked) private var followed: AnyPropertyNode?

  @inlinable convenience init(
    of sources: [AnyPropertyNode], comparesValues: Bool = false, selected: (() -> AnyPropertyNode)? = nil,
    derive: @escaping (PropertyNode<Value>, Int) -> Reading<Value>?, settle: @escaping Settle,
    receiver: ((DerivedNode) -> AnyObserver)? = nil, onEnd: ((DerivedNode) -> Void)? = nil
  ) {
    let carrier = selected == nil ? Self.commonHub(of: sources) : nil
    self.init(
      of: sources, ridesOn: carrier, comparesValues: comparesValues, selected: selected, derive: derive,
      settle: carrier == nil
        ? { $0.update() }
        : { node in
          if let value = settle(node) { node.deliver(value) }
        },
      receiver: receiver, onEnd: onEnd)
  }

  @usableFromInline init(
    of sources: [AnyPropertyNode], ridesOn carrier: AnyPropertyNode?, comparesValues: Bool,
    selected: (() -> AnyPropertyNode)?, derive: @escaping (PropertyNode<Value>, Int) -> Reading<Value>?,
    settle: @escaping (DerivedNode) -> Void, receiver: ((DerivedNode) -> AnyObserver)?,
    onEnd: ((DerivedNode) -> Void)?
  ) {
    self.onEnd = onEnd
    settleBody = settle
    self.receiver = receiver
    self.selected = selected
    super.init(nil, sources: sources, ridesOn: carrier, comparesValues: comparesValues, derive: derive)
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

  @usableFromInline override func settle() {
    if observers.isEmpty { return }
    if carrier == nil {
      settleBody(self)
    } else if hasChangedSource {
      hasChangedSource = false
      settleBody(self)
    }
    if !connections.isEmpty, connections.allSatisfy({ !$0.isAttached }) {
      connections = []
      finish()
      onEnd?(self)
    }
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

  /// Observes the selected node in place of the one before.
  @usableFromInline func follow() {
    guard let selected, let followed else { return }
    let node = selected()
    if node === followed { return }
    self.followed = node
    if let old = connections.popLast(), old.detach() != nil { Self.disconnect([(followed, old)]) }
    let notice = node.makeNotice(for: self)
    connections.append(notice)
    Self.connect([Crossing(source: node, node: self, observer: notice)])
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
