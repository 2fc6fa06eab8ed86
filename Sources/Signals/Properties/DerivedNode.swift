public import Synchronization

/// A node that is a function of other nodes.
@usableFromInline class DerivedNode<Value: Sendable>: PropertyNode<Value>, @unchecked Sendable {
  /// Called in the gate when this node, the selection of a flatMap, ends; nil for any other node.
  @usableFromInline final let onEnd: ((DerivedNode) -> Void)?

  // In the gate, one access at a time.
  // Of the selection of a flatMap: whether a property that derives from it is still alive.
  @safe @exclusivity(unchecked) final var isKept = true

  /// - Parameter group: The group of the sources; nil if they are in several.
  @usableFromInline init(
    _ group: PropertyGroup?, of sources: [AnyPropertyNode], comparesValues: Bool = false, isFlatMap: Bool = false,
    derive: @escaping Derive,
    compute: @escaping (AnyPropertyNode) -> Bool,
    step: @escaping (AnyPropertyNode, NodeStep) -> Bool = { perform($0, $1) },
    onEnd: ((DerivedNode) -> Void)? = nil
  ) {
    self.onEnd = onEnd
    super.init(
      group ?? PropertyGroup(isRooted: false), sources, comparesValues: comparesValues, isFlatMap: isFlatMap,
      derive: derive,
      compute: compute, step: step)
    for source in sources { source.track() }
  }

  final override func finish() {
    super.finish()
    onEnd?(self)
  }

  /// Replaces the remembered value by an equivalent one.
  final func replaceMemo(_ replacement: (Value) -> Value) {
    group.lock.lock()
    let old = memo
    group.lock.unlock()
    guard let old else { return }
    let new = replacement(old)
    group.lock.lock()
    memo = new
    group.lock.unlock()
    withExtendedLifetime(old) {}
  }

  // MARK: In the gate

  /// The value for the delivered sources: a value that a reader has computed before, or a new one.
  @inlinable @inline(__always) final func delivered(_ make: () -> Value) -> Value {
    (through.load(ordering: .relaxed) < 0 ? nil : takeMemo()) ?? make()
  }

  /// Settles this node after a change of its sources. It counts as changed, too.
  @inlinable @inline(__always) final func settle(_ make: () -> Value) -> Bool {
    if onEnd != nil { keepReplaced() }
    deliveredValue = delivered(make)
    return true
  }

  /// Of the selection of a flatMap: keeps the properties that it had selected until the new values are published.
  @usableFromInline final func keepReplaced() {
    group.lock.lock()
    let remembered = memo
    group.lock.unlock()
    group.replaced.append((deliveredValue, remembered))
  }

  /// Of a head: updates after a possible change of the sources.
  ///
  /// - Parameters:
  ///   - read: Reads the sources at a time. Returns the span of their values and sets their versions; nil if a root was written
  ///     since.
  ///   - make: Computes the value from the sources that were read.
  /// - Returns: Whether this node has changed.
  @inlinable @inline(__always) final func update(_ read: (Int, inout SourceVersions) -> Span?, _ make: () -> Value) -> Bool {
    var sources = SourceVersions.none
    var span = WriteClock.reading { read($0, &sources) }
    if isConnected.load(ordering: .relaxed), sources == group.deliveredSources {
      (group.delivered.since, group.delivered.through) = (span.since, span.through)
      return false
    }
    span.version = through.load(ordering: .relaxed) < 0 ? -1 : computedVersion(of: sources)
    group.delivered = span
    let value = delivered(make), old = deliveredValue
    group.lock.lock()
    if span.version < 0 { group.delivered.version = version(of: sources) }
    put(value, group.delivered, sources)
    group.lock.unlock()
    // Released here, after unlocking: a release may call out.
    return withExtendedLifetime(old) { true }
  }

  /// Under the lock, of a head: the version of its value for those versions of the sources.
  @usableFromInline func version(of sources: SourceVersions) -> Int { group.version(of: sources) }

  @usableFromInline final func computedVersion(of sources: SourceVersions) -> Int {
    group.lock.lock()
    defer { group.lock.unlock() }
    return version(of: sources)
  }
}

// MARK: - The operators

extension DerivedNode {
  // Each closure below is called only with the node that it was created for; the casts rely on that.
  @inlinable static func own(_ node: AnyPropertyNode) -> DerivedNode {
    unsafe unsafeDowncast(node, to: DerivedNode.self)
  }

  /// A function of inputs at the same time.
  @inlinable static func function<Inputs: NodeInputs>(
    of inputs: Inputs, onEnd: ((DerivedNode) -> Void)? = nil, _ transform: @escaping @Sendable (Inputs.Value) -> Value
  ) -> DerivedNode {
    let sources = inputs.sources, group = PropertyGroup.common(of: sources)
    return DerivedNode(
      group, of: sources,
      derive: { node, time in
        var versions = SourceVersions.none
        guard var input = inputs.reading(at: time, &versions) else { return nil }
        if node.isHead { input.span.version = own(node).computedVersion(of: versions) }
        return node.value(in: input.span) { transform(input.value) }
      },
      compute: group == nil
        ? { node in own(node).update({ node.receive(at: $0, &$1) }, { transform(inputs.received(by: node)) }) }
        : { own($0).settle { transform(inputs.delivered) } }, onEnd: onEnd)
  }

  /// The value of the property that a source selects.
  @inlinable static func flatten(_ selection: PropertyNode<Property<Value>>) -> DerivedNode {
    let input = Input(selection, 1)
    return DerivedNode(
      nil, of: [selection], isFlatMap: true,
      derive: { node, time in
        var versions = SourceVersions.none
        guard let selected = input.reading(at: time, &versions),
          let inner = selected.value.source.node.reading(at: time)
        else { return nil }
        var span = selected.span.and(inner.span)
        versions[0] = inner.span.version
        span.version = own(node).computedVersion(of: versions)
        return node.value(in: span) { inner.value }
      },
      compute: { node in
        own(node).update(
          { time, versions in
            guard let selected = input.reading(at: time, &versions) else { return nil }
            node.dependency(1) { $0.span = selected.span }
            node.follow(selected.value.source.node, at: time)
            guard let inner = node.dependency(0, { $0.receive(at: time) }) else { return nil }
            versions[0] = inner.version
            return selected.span.and(inner)
          }, { Input<Value>.received(by: node, 0) })
      },
      step: { node, step in
        guard case .select = step else { return perform(node, step) }
        // Retained as long as it is in the array.
        unsafe node.dependencies.append(.passRetained(input.current.source.node.makeDependency(of: node)))
        return true
      })
  }
}

/// The sources of a node: one, or several at the same time.
@usableFromInline protocol NodeInputs<Value>: Sendable {
  associatedtype Value: Sendable
  var sources: [AnyPropertyNode] { get }
  /// The values at that time, and their versions; nil if a root was written since.
  func reading(at time: Int, _ versions: inout SourceVersions) -> Reading<Value>?
  /// In the gate of a head: the values that it has received.
  func received(by node: AnyPropertyNode) -> Value
  /// In the gate: the delivered values of the sources in the group.
  var delivered: Value { get }
}

/// One source of a node, with its index.
@usableFromInline struct Input<Value: Sendable>: NodeInputs, @unchecked Sendable {
  // Uncounted: used only while the node is alive, which retains its sources.
  @usableFromInline let source: BorrowedReference<PropertyNode<Value>>
  @usableFromInline let index: Int

  // The node that uses this input retains the source.
  @inlinable init(_ source: PropertyNode<Value>, _ index: Int) {
    self.source = unsafe BorrowedReference(source)
    self.index = index
  }

  // The node retains the source during each of these calls.
  @inlinable var sources: [AnyPropertyNode] { [source.object] }
  @inlinable var current: Value { source.with { $0.value } }

  // The node retains the source during the call.
  @inlinable func reading(at time: Int, _ versions: inout SourceVersions) -> Reading<Value>? {
    let reading = source.with { $0.reading(at: time) }
    if let reading { versions[index] = reading.span.version }
    return reading
  }

  @inlinable func received(by node: AnyPropertyNode) -> Value { Self.received(by: node, index) }

  @inlinable static func received(by node: AnyPropertyNode, _ index: Int) -> Value {
    // The source at that index created it, and the operators know its type; it has received a value.
    node.dependency(index) { unsafe unsafeDowncast($0, to: RemoteDependency<Value>.self).value.unsafelyUnwrapped }
  }

  // The node is connected, and so is its source.
  @inlinable var delivered: Value { source.with { unsafe $0.deliveredValue.unsafelyUnwrapped } }
}

/// Two inputs at the same time.
@usableFromInline struct InputPair<First: NodeInputs, Second: NodeInputs>: NodeInputs {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable var sources: [AnyPropertyNode] { first.sources + second.sources }

  @inlinable func reading(at time: Int, _ versions: inout SourceVersions) -> Reading<(First.Value, Second.Value)>? {
    guard let a = first.reading(at: time, &versions), let b = second.reading(at: time, &versions) else { return nil }
    return Reading((a.value, b.value), a.span.and(b.span))
  }

  @inlinable func received(by node: AnyPropertyNode) -> (First.Value, Second.Value) {
    (first.received(by: node), second.received(by: node))
  }

  @inlinable var delivered: (First.Value, Second.Value) { (first.delivered, second.delivered) }
}
