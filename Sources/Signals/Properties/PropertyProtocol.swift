/// Something that always has a value and tells of its changes: a ``Property`` or a ``MutableProperty``.
public protocol PropertyProtocol<Value>: AnyObject, Sendable {
  /// What it has a value of.
  associatedtype Value: Sendable

  /// The value now. Thread-safe; never waits for an observer.
  var value: Value { get }

  /// The value now, at once, and then each one that is set. Completes when what it comes from has gone.
  ///
  ///     source  a--b--c|
  ///     signal  a--b--c|
  var signal: Signal<Value, Never> { get }

  /// Each value that is set from now on. Completes when what it comes from has gone.
  ///
  ///     source   a--b--c|
  ///     changes  ---b--c|
  var changes: Signal<Value, Never> { get }
}

extension PropertyProtocol {
  /// Where the value comes from. A conformer of another module is taken at its word: its value and its signal.
  @inlinable var source: PropertySource<Value> {
    if let property = self as? Property<Value> { return property.source }
    if let property = self as? MutableProperty<Value> { return property.source }
    return PropertySource(opaque: self)
  }
}
