/// A value that can be read and observed, and that changes with its sources.
///
///     let name = MutableProperty("Ada")
///     let greeting = name.map { "Hello, \($0)!" }
///     name.value = "Grace"
///     print(greeting.value)
///     // Prints "Hello, Grace!"
///
/// A derived property always equals its function of its sources. It computes at most once for each change of them, for any
/// number of observers and readers, and not at all without them. It keeps its sources alive, the ``MutableProperty`` at the
/// root included. An observation does not: signals complete when the root and all properties derived from it are released.
public final class Property<Value: Sendable>: PropertyProtocol {
  /// Its node, and the roots it keeps alive, for the operators of this library.
  public let source: PropertySource<Value>

  @usableFromInline init(_ node: PropertyNode<Value>, keeping keeper: (any AnyObject & Sendable)?) {
    source = PropertySource(node, keeping: keeper)
  }

  /// A property that never changes; its signal sends the value and completes.
  public convenience init(constant value: Value) {
    self.init(RootNode(value, isConstant: true), keeping: nil)
  }

  /// A property with the value `initial`, until `signal` sends another value. The signal is observed at once, until the
  /// property is released. The property keeps the last value when the signal completes.
  public convenience init(initial: Value, then signal: Signal<Value, Never>) {
    let root = RootNode(initial), observation = Disposable()
    signal.start(in: observation, Sink(value: { root.set($0) }, end: { _ in root.end() }))
    let feed = ReleaseHook {
      observation.dispose()
      root.end()
    }
    self.init(root, keeping: feed)
  }

  /// The value now.
  @inlinable public var value: Value {
    // Fixed: inlined into a client, this property, which keeps the node alive, could be released meanwhile.
    withExtendedLifetime(self) { unsafe BorrowedReference(source.node).with { $0.value } }
  }

  /// The value now, at once, and then each change.
  @inlinable public var signal: Signal<Value, Never> { source.node.signal }

  /// Each change from now on.
  public var changes: Signal<Value, Never> { source.node.changes }
}

/// Calls a closure when it is released.
@usableFromInline final class ReleaseHook: Sendable {
  private let onRelease: @Sendable () -> Void

  init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

  deinit { onRelease() }
}

/// A value that can be read and notifies of its changes: a ``Property`` or a ``MutableProperty``.
///
/// Only this library's properties conform to it.
public protocol PropertyProtocol<Value>: AnyObject, Sendable {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The value now. Thread-safe; never waits for an observer.
  var value: Value { get }

  /// The value now, at once, and then each value that is set. Completes when its roots and all properties derived from them are
  /// released.
  ///
  ///     source  a--b--c|
  ///     signal  a--b--c|
  var signal: Signal<Value, Never> { get }

  /// Each value that is set from now on. Completes when its roots and all properties derived from them are released.
  ///
  ///     source   a--b--c|
  ///     changes  ---b--c|
  var changes: Signal<Value, Never> { get }

  /// Its node, and the roots it keeps alive, for the operators of this library.
  var source: PropertySource<Value> { get }
}

extension PropertyProtocol {
  /// This as a ``Property``; a ``Property`` returns itself.
  package var asProperty: Property<Value> { self as? Property<Value> ?? Property(source.node, keeping: source.keeper) }
}

/// The node of a property in the graph of properties, and the roots it keeps alive. Only the library creates one.
public struct PropertySource<Value: Sendable>: Sendable {
  @usableFromInline let node: PropertyNode<Value>
  /// The properties at the roots.
  @usableFromInline let keeper: (any AnyObject & Sendable)?

  @usableFromInline init(_ node: PropertyNode<Value>, keeping keeper: (any AnyObject & Sendable)?) {
    self.node = node
    self.keeper = keeper
  }
}

/// Keeps the roots of several properties alive.
@usableFromInline enum PropertyKeepers {
  @usableFromInline static func of(_ keepers: [(any AnyObject & Sendable)?]) -> (any AnyObject & Sendable)? {
    var all: [any AnyObject & Sendable] = []
    for case let keeper? in keepers where !all.contains(where: { $0 === keeper }) { all.append(keeper) }
    // Combinations may be nested deeply.
    return all.count < 2 ? all.first : Link(all)
  }
}
