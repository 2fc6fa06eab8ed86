/// A value that can be read and notifies of its changes: a ``Property`` or a ``MutableProperty``.
///
/// Only this library's properties conform to it.
public protocol PropertyProtocol<Value>: AnyObject, Sendable {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The value now. Thread-safe; never waits for an observer.
  var value: Value { get }

  /// Its node, and the roots it keeps alive, for the operators of this library.
  var source: PropertySource<Value> { get }
}

extension PropertyProtocol {
  /// The value now, at once, and then each value that is set. Completes when its roots and all properties derived from them are
  /// released.
  ///
  ///     source  a--b--c|
  ///     signal  a--b--c|
  @inlinable public var signal: Signal<Value, Never> { source.node.signal }

  /// Each value that is set from now on. Completes when its roots and all properties derived from them are released.
  ///
  ///     source   a--b--c|
  ///     changes  ---b--c|
  public var changes: Signal<Value, Never> { source.node.changes }

  @inlinable var input: Input<Value> { Input(source.node) }

  /// This as a ``Property``; a ``Property`` returns itself.
  package var asProperty: Property<Value> { self as? Property<Value> ?? Property(source.node, keeping: source.keeper) }
}
