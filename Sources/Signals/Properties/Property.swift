/// A value that can be read and observed, and that changes with what it was made from.
///
///     let name = MutableProperty("Ada")
///     let greeting = name.map { "Hello, \($0)!" }
///     name.value = "Grace"
///     print(greeting.value)
///     // Prints "Hello, Grace!"
///
/// A derived property is always equal to its function of its sources, and computes at most once for each change of them, however
/// many observe or read it; without observers and readers, it does not compute. It keeps its sources alive, the
/// ``MutableProperty`` at the root included. An observation does not: signals complete when the root and all properties made of
/// it have gone.
public final class Property<Value: Sendable>: PropertyProtocol {
  /// What it is made of, for the operators of this library.
  public let source: PropertySource<Value>

  @usableFromInline init(_ source: PropertySource<Value>) { self.source = source }

  /// A property that never changes; its signal gives the value and completes.
  public convenience init(constant value: Value) {
    self.init(PropertySource(RootNode(value, isConstant: true), keeping: nil))
  }

  /// A property that has `initial` until `signal`, observed at once, gives another value. It ends the observation when
  /// it goes, and keeps the last value when the signal completes.
  public convenience init(initial: Value, then signal: Signal<Value, Never>) {
    let root = RootNode(initial)
    self.init(PropertySource(root, keeping: PropertyFeed(signal, root)))
  }

  /// The value now.
  @inlinable public var value: Value { source.node.value }

  /// The value now, at once, and then each change.
  @inlinable public var signal: Signal<Value, Never> { source.node.signal }

  /// Each change from now on.
  public var changes: Signal<Value, Never> { source.node.changes }
}

/// Feeds a root from a signal, as long as it lives.
private final class PropertyFeed<Value: Sendable>: Sendable {
  private let observation = Disposable()
  private let root: RootNode<Value>

  init(_ signal: Signal<Value, Never>, _ root: RootNode<Value>) {
    self.root = root
    signal.start(in: observation, Sink(value: { root.set($0) }, end: { _ in root.end() }))
  }

  deinit {
    observation.dispose()
    root.end()
  }
}
