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
  /// Its node and the roots that it keeps alive, for the operators of this library.
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
  @inlinable public var value: Value {
    // Fixed: where this is inlined into a client, this, which keeps the node alive, could be released meanwhile.
    withExtendedLifetime(self) { Unmanaged.passUnretained(source.node)._withUnsafeGuaranteedRef { $0.value } }
  }

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

/// Something that always has a value and notifies of its changes: a ``Property`` or a ``MutableProperty``.
///
/// Only this library's properties conform to it.
public protocol PropertyProtocol<Value>: AnyObject, Sendable {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The value now. Thread-safe; never waits for an observer.
  var value: Value { get }

  /// The value now, at once, and then each one that is set. Completes when its roots and all properties made
  /// of them have gone.
  ///
  ///     source  a--b--c|
  ///     signal  a--b--c|
  var signal: Signal<Value, Never> { get }

  /// Each value that is set from now on. Completes when its roots and all properties made
  /// of them have gone.
  ///
  ///     source   a--b--c|
  ///     changes  ---b--c|
  var changes: Signal<Value, Never> { get }

  /// Its node and the roots that it keeps alive, for the operators of this library.
  var source: PropertySource<Value> { get }
}

extension PropertyProtocol {
  /// This as a ``Property``: itself, if it is one.
  package var asProperty: Property<Value> { self as? Property<Value> ?? Property(source) }
}

/// The node of a property in the graph of properties, and the roots that it keeps alive. Only the library makes one.
public struct PropertySource<Value: Sendable>: Sendable {
  @usableFromInline let node: PropertyNode<Value>
  /// The properties at the roots.
  @usableFromInline let keeper: (any AnyObject & Sendable)?

  @usableFromInline init(_ node: PropertyNode<Value>, keeping keeper: (any AnyObject & Sendable)?) {
    self.node = node
    self.keeper = keeper
  }
}

/// Keeps the property alive that a `flatMap` has selected. The `flatMap` goes with this; what observes it keeps the selected property
/// only as long as another may be selected in its place.
@usableFromInline final class SelectionKeeper<Value: Sendable>: Sendable {
  private let selection: DerivedNode<Property<Value>>

  @usableFromInline init(_ selection: DerivedNode<Property<Value>>) { self.selection = selection }

  deinit {
    selection.group.perform { [selection] in
      selection.isKept = false
      Self.letGo(selection)
    }
  }

  /// In the gate of the selection.
  @usableFromInline static func letGo(_ selection: DerivedNode<Property<Value>>) {
    if selection.isKept || !selection.isEnded { return }
    selection.replaceMemo { Property(PropertySource($0.source.node, keeping: nil)) }
  }
}

/// Keeps the roots of several properties alive.
@usableFromInline final class PropertyKeepers: Sendable {
  // Changed by `deinit` only, one access at a time.
  private nonisolated(unsafe) var all: [any AnyObject & Sendable]

  private init(_ all: [any AnyObject & Sendable]) { self.all = all }

  // Combinations may be nested deeply.
  deinit { DeferredRelease.release(&all) }

  @usableFromInline static func of(_ keepers: [(any AnyObject & Sendable)?]) -> (any AnyObject & Sendable)? {
    var all: [any AnyObject & Sendable] = []
    for case let keeper? in keepers where !all.contains(where: { $0 === keeper }) { all.append(keeper) }
    return all.count < 2 ? all.first : PropertyKeepers(all)
  }
}
