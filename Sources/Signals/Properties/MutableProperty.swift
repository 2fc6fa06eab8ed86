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
  private enum Storage: Sendable {
    case root(PropertyRoot<Value>)
    case lens(any PropertyLens<Value>)
  }
  private let storage: Storage

  /// Disposed when the property goes: bindings to it end here.
  let lifetime = Disposable()

  /// A property that starts with `value`.
  public init(_ value: Value) { storage = .root(PropertyRoot(value)) }

  private init(lens: any PropertyLens<Value>) { storage = .lens(lens) }

  deinit {
    lifetime.dispose()
    if case .root(let root) = storage { root.finish() }
  }

  /// The value now.
  public var value: Value {
    get {
      switch storage {
      case .root(let root): root.value
      case .lens(let lens): lens.source.current().value
      }
    }
    set {
      switch storage {
      case .root(let root): root.set(newValue)
      case .lens(let lens): _ = lens.write { $0 = newValue }
      }
    }
  }

  /// The value now, at once, and then each one that is set.
  public var signal: Signal<Value, Never> { derivation.signal }

  /// Each value that is set from now on.
  public var changes: Signal<Value, Never> { derivation.changes }

  /// Changes the value in one step: no other write comes between. If `body` throws, nothing has changed and nobody is
  /// notified. `body` runs under the property's lock and must not use the property.
  ///
  /// - Returns: What `body` returns.
  @discardableResult public func modify<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    switch storage {
    case .root(let root): try root.modify(body)
    case .lens(let lens): try lens.modify(body)
    }
  }

  /// The property without its setter.
  public var readOnly: Property<Value> { Property(derivation) }

  /// A part of the value as a property of its own: reading and observing it reads this, setting it sets that part of
  /// this. `get` and `set` run under this property's lock and must not use it.
  ///
  ///     let name = form.lens(get: { $0.name }, set: { $0.name = $1 })
  ///
  /// The part does not keep this property alive; its signals end with this property.
  public func lens<T: Sendable>(
    get: @escaping @Sendable (Value) -> T, set: @escaping @Sendable (inout Value, T) -> Void
  ) -> MutableProperty<T> {
    MutableProperty<T>(lens: PartLens(whole: binding, get: get, set: set, source: derivation.map(get)))
  }

  var derivation: PropertySource<Value> {
    switch storage {
    case .root(let root): PropertySource(root)
    case .lens(let lens): lens.source
    }
  }

  /// What writes to this property without keeping it.
  var binding: any PropertyLens<Value> {
    switch storage {
    case .root(let root): WholeLens(root: root)
    case .lens(let lens): lens
    }
  }
}
