/// A value that can be read and observed, and that changes with what it was made from.
///
///     let name = MutableProperty("Ada")
///     let greeting = name.map { "Hello, \($0)!" }
///     name.value = "Grace"
///     print(greeting.value)
///     // Prints "Hello, Grace!"
///
/// A derived property is always equal to its function of its source. It does not keep a ``MutableProperty`` alive; when
/// that goes, it keeps its last value and its signals complete.
public final class Property<Value: Sendable>: PropertyProtocol {
  @usableFromInline let source: PropertySource<Value>

  @usableFromInline init(_ source: PropertySource<Value>) { self.source = source }

  /// A property that never changes; its signal gives the value and completes.
  public convenience init(constant value: Value) { self.init(PropertySource(constant: value)) }

  /// A property that has `initial` until `signal`, observed at once, gives another value. It ends the observation when
  /// it goes, and keeps the last value when the signal completes.
  public convenience init(initial: Value, then signal: Signal<Value, Never>) {
    let root = PropertyRoot(initial)
    var source = PropertySource(root)
    source.owner = PropertyFeed(signal, root)
    self.init(source)
  }

  /// The value now.
  @inlinable public var value: Value { source.value }

  /// The value now, at once, and then each change.
  @inlinable public var signal: Signal<Value, Never> { source.signal }

  /// Each change from now on.
  @inlinable public var changes: Signal<Value, Never> { source.changes }
}

/// Feeds a root from a signal, as long as it lives.
private final class PropertyFeed<Value: Sendable>: Sendable {
  private let observation = Disposable()
  private let root: PropertyRoot<Value>

  init(_ signal: Signal<Value, Never>, _ root: PropertyRoot<Value>) {
    self.root = root
    signal.start(in: observation, Sink(value: { root.set($0) }, end: { root.end($0) }))
  }

  deinit {
    observation.dispose()
    root.end(.completed)
  }
}
