/// A value that can be set, read and observed.
///
///     let query = MutableProperty("")
///     query.signal.observeValues { print("query: \($0)") }
///     query.value = "cats"
///     // Prints "query: "
///     // Prints "query: cats"
///
/// Any thread may set it, and so may its own observers. The new value can be read at once; observers are notified in order.
/// Setting an equal value notifies, too, unless ``PropertyProtocol/removeDuplicates()`` follows. Its signals complete when the
/// property and all properties derived from it are released.
public final class MutableProperty<Value: Sendable>: PropertyProtocol {
  /// A root, unless this is a part of another property.
  @usableFromInline let node: PropertyNode<Value>
  @usableFromInline let part: PropertyPart<Value>?
  /// Disposed when the property is released: bindings to it end here.
  @usableFromInline let lifetime = LazyReference<Disposable>()

  /// Its root. Not for a part.
  @inlinable var root: RootNode<Value> { unsafe unsafeDowncast(node, to: RootNode.self) }

  /// A property that starts with `value`.
  @inlinable public init(_ value: Value) { (node, part) = (RootNode(value), nil) }

  init(_ node: PropertyNode<Value>, _ part: PropertyPart<Value>) { (self.node, self.part) = (node, part) }

  deinit {
    if part == nil { root.end() }
    lifetime.dispose()
  }

  /// The value now.
  @inlinable public var value: Value {
    // Fixed: inlined into a client, this property, which keeps the node alive, could be released meanwhile.
    get { withExtendedLifetime(self) { unsafe BorrowedReference(node).with { $0.value } } }
    set {
      if let part { return part.set(newValue) }
      withExtendedLifetime(self) { unsafe BorrowedReference(root).with { $0.set(newValue) } }
    }
  }

  /// Changes the value in one step: no other write comes between. `body` runs under the property's lock and must not use the
  /// property. Nor may the deinit of a value that `body` releases. If it does, a debug build stops there, and names `file` and
  /// `line`. It also stops if two threads modify two properties, each inside the closure of the other, because they could wait
  /// for each other. To change several values in one step, keep them in one property, and make a ``lens(_:)`` for each:
  ///
  ///     form.modify { ($0.city, $0.street) = ("Paris", "") }
  ///
  /// A closure that cannot throw changes the value in place: appending to an array copies nothing. A closure that can throw
  /// changes a copy: when it throws, the value is unchanged and no observer is notified.
  public func modify<Failure: Error>(
    file: StaticString = #fileID, line: UInt = #line, _ body: (inout Value) throws(Failure) -> Void
  ) throws(Failure) { try withValue(file: file, line: line, body) }

  /// Changes the value in one step, as ``modify(file:line:_:)`` does, and returns the result of `body`. To drop the result, use
  /// `modify`: the compiler cannot explain a closure without a result that only calls `withValue`.
  ///
  ///     let first = list.withValue { $0.removeFirst() }
  public func withValue<R, Failure: Error>(
    file: StaticString = #fileID, line: UInt = #line, _ body: (inout Value) throws(Failure) -> R
  ) throws(Failure) -> R {
    #if DEBUG
      let holder = lens.root.gate.lock.holder
      holder.expectNone(at: (file, line))
      return try lens.modify { (value) throws(Failure) in
        try holder.run(file, line) { () throws(Failure) in try body(&value) }
      }
    #else
      return try lens.modify(body)
    #endif
  }

  /// The property without its setter. It keeps this property alive.
  public var readOnly: Property<Value> { Property(node, keeping: self) }

  /// A part of the value as a property of its own. Reading and observing the part reads this property. Setting the part changes
  /// that part of this property's value. `get` and `set` run under this property's lock and must not use it.
  ///
  ///     let name = form.lens(get: { $0.name }, set: { $0.name = $1 })
  ///
  /// After `set`, `get` should return the value that was set. Parts of one property may be bound to other properties, but not to
  /// one another.
  ///
  /// The part keeps this property alive, as every derived property does. Keep the part alive as long as its binding: the
  /// binding ends with the part.
  public func lens<T: Sendable>(
    get: @escaping @Sendable (Value) -> T, set: @escaping @Sendable (inout Value, T) -> Void
  ) -> MutableProperty<T> {
    MutableProperty<T>(
      .function(of: input, get), PropertyPart(PartLens(box: ReleaseBox(lens), get: get, set: set), of: self))
  }

  /// A part of the value as a property of its own, by its key path.
  ///
  ///     let name = form.lens(\.name)
  public func lens<T: Sendable>(_ part: any WritableKeyPath<Value, T> & Sendable) -> MutableProperty<T> {
    lens(get: { $0[keyPath: part] }, set: { $0[keyPath: part] = $1 })
  }

  /// Its node, and the root it keeps alive, for the operators of this library.
  @inlinable public var source: PropertySource<Value> { PropertySource(node, keeping: self) }

  /// Writes to this property without keeping it alive.
  var lens: any PropertyLens<Value> { if let part { part.lens } else { root } }
}
