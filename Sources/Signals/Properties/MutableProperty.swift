/// A value that can be set, read and observed.
///
///     let query = MutableProperty("")
///     query.signal.observeValues { print("query: \($0)") }
///     query.value = "cats"
///     // Prints "query: "
///     // Prints "query: cats"
///
/// It may be set from any thread and from inside its own observers: the value can be read at once, observers hear of it
/// in order. Setting an equal value notifies, too; ``PropertyProtocol/removeDuplicates()`` is for that. When the
/// property goes, its signals and what derives from it complete.
public final class MutableProperty<Value: Sendable>: PropertyProtocol {
  /// Where the value is.
  @usableFromInline enum Storage: Sendable {
    /// Here.
    case root(PropertyRoot<Value>)
    /// In another property, of which this is a part.
    case part(Part)
  }
  @usableFromInline let storage: Storage

  @usableFromInline final class Part: Sendable {
    let lens: any PropertyLens<Value>
    let lifetime = Disposable()
    init(_ lens: any PropertyLens<Value>) { self.lens = lens }
  }

  /// Disposed when the property goes: bindings to it end here.
  var lifetime: Disposable {
    switch storage {
    case .root(let root): root.disposable
    case .part(let part): part.lifetime
    }
  }

  /// A property that starts with `value`.
  public init(_ value: Value) { storage = .root(PropertyRoot(value)) }

  private init(part: any PropertyLens<Value>) { storage = .part(Part(part)) }

  deinit {
    switch storage {
    case .root(let root): root.end(.completed)
    case .part(let part): part.lifetime.dispose()
    }
  }

  /// The value now.
  @inlinable public var value: Value {
    get { if case .root(let root) = storage { root.value } else { partValue } }
    set {
      if case .root(let root) = storage { root.set(newValue) } else { partValue = newValue }
    }
  }

  @usableFromInline var partValue: Value {
    get { binding.source.value }
    set { binding.set(newValue) }
  }

  /// The value now, at once, and then each one that is set.
  @inlinable public var signal: Signal<Value, Never> {
    if case .root(let root) = storage { root.signal } else { source.signal }
  }

  /// Each value that is set from now on.
  @inlinable public var changes: Signal<Value, Never> {
    if case .root(let root) = storage { root.changes } else { source.changes }
  }

  /// Changes the value in one step: no other write comes between. If `body` throws, nothing has changed and nobody is
  /// notified. `body` runs under the property's lock and must not use the property.
  ///
  /// - Returns: What `body` returns.
  @discardableResult public func modify<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    if case .root(let root) = storage { try root.modify(body) } else { try binding.modify(body) }
  }

  /// The property without its setter.
  public var readOnly: Property<Value> { Property(source) }

  /// A part of the value as a property of its own: reading and observing it reads this, setting it sets that part of
  /// this. `get` and `set` run under this property's lock and must not use it.
  ///
  ///     let name = form.lens(get: { $0.name }, set: { $0.name = $1 })
  ///
  /// What `get` gives after `set` should be what `set` was given: what is bound to the part both ways takes it for that.
  /// Parts of one property may be bound to other properties, but not to one another.
  ///
  /// The part does not keep this property alive; its signals end with this property. Keep the part as long as it is bound: a
  /// binding ends with it.
  public func lens<T: Sendable>(
    get: @escaping @Sendable (Value) -> T, set: @escaping @Sendable (inout Value, T) -> Void
  ) -> MutableProperty<T> {
    MutableProperty<T>(part: PartLens(whole: binding, get: get, set: set, source: source.map(get)))
  }

  @inlinable var source: PropertySource<Value> {
    if case .root(let root) = storage { PropertySource(root) } else { partSource }
  }

  @usableFromInline var partSource: PropertySource<Value> { binding.source }

  /// What writes to this property without keeping it.
  var binding: any PropertyLens<Value> {
    switch storage {
    case .root(let root): WholeLens(root: root)
    case .part(let part): part.lens
    }
  }
}
