public import Synchronization

/// A derived node that is the head of a group: its sources are in several groups, or it does not change whenever its source does.
///
/// A head numbers its values. The same versions of the sources give the same value, and so the same version. If the sources
/// return to the versions that the delivered value has, nothing has changed, even if readers got other values in between.
@usableFromInline class HeadNode<Value: Sendable>: DerivedNode<Value>, @unchecked Sendable {
  // Under the lock, one access at a time.
  /// The version that was numbered last, and its sources.
  @safe @exclusivity(unchecked) @usableFromInline final var numbered = (version: 0, sources: SourceVersions())
  /// The versions of the sources in the last delivery. In the gate, and to write under the lock, too.
  @safe @exclusivity(unchecked) @usableFromInline final var deliveredSources = SourceVersions()

  @usableFromInline init(
    of sources: [AnyPropertyNode], mayReturn: Bool = false, derive: @escaping Derive,
    compute: @escaping (AnyPropertyNode) -> Bool,
    perform: @escaping (AnyPropertyNode, NodeStep) -> Void = { perform($0, $1) }
  ) {
    super.init(
      PropertyGroup(isRooted: false), of: sources, mayReturn: mayReturn, derive: derive, compute: compute,
      perform: perform)
  }

  /// The version of the value for those versions of the sources.
  @usableFromInline final func version(of sources: SourceVersions) -> Int {
    group.lock.lock()
    defer { group.lock.unlock() }
    return numberedVersion(of: sources)
  }

  /// The same, under the lock.
  @inlinable final func numberedVersion(of sources: SourceVersions) -> Int {
    if sources == deliveredSources { return group.version.load(ordering: .relaxed) }
    if sources != numbered.sources { numbered = (numbered.version + 1, sources) }
    return numbered.version
  }

  /// In the gate: updates after a possible change of the sources.
  ///
  /// - Parameters:
  ///   - read: Reads the sources at a time. Returns the span of their values and sets their versions; nil if a root was written
  ///     since. The version of the span is that of this node's value, if it is known without the sources' versions, or -1.
  ///   - make: Computes the value from the sources that were read.
  /// - Returns: Whether this node has changed.
  @inlinable @inline(__always) final func update(
    _ read: (Int, inout SourceVersions) -> Span?, _ make: () -> Value
  ) -> Bool {
    var sources = SourceVersions()
    var span = WriteClock.reading { read($0, &sources) }
    if isConnected.load(ordering: .relaxed), sources == deliveredSources {
      (group.delivered.since, group.delivered.through) = (span.since, span.through)
      return false
    }
    // Readers may have numbered and computed the value.
    if span.version < 0, through.load(ordering: .relaxed) >= 0 { span.version = version(of: sources) }
    group.delivered = span
    let value = delivered(make), old = deliveredValue
    group.lock.lock()
    if span.version < 0 { group.delivered.version = numberedVersion(of: sources) }
    deliveredValue = value
    deliveredSources = sources
    group.version.store(group.delivered.version, ordering: .relaxed)
    (group.since, group.through) = (span.since, span.through)
    group.lock.unlock()
    // Released here, after unlocking: a release may call out.
    return withExtendedLifetime(old) { true }
  }

  // MARK: The operators

  /// A function of inputs in several groups, at the same time.
  @inlinable static func combination<Inputs: NodeInputs>(
    of inputs: Inputs, _ transform: @escaping @Sendable (Inputs.Value) -> Value
  ) -> HeadNode {
    HeadNode(
      of: inputs.sources,
      derive: { node, time in
        var versions = SourceVersions()
        guard var input = inputs.reading(at: time, &versions) else { return nil }
        input.span.version = own(node).version(of: versions)
        return node.value(in: input.span) { transform(input.value) }
      },
      compute: { node in
        own(node).update({ node.receive(at: $0, &$1) }, { transform(inputs.received(by: node)) })
      })
  }
}
