/// Reads and writes a root's value or a part of it.
@usableFromInline protocol PropertyLens<Value>: Sendable {
  associatedtype Value: Sendable

  var source: PropertySource<Value> { get }

  /// The root that is written to.
  var root: AnyObject { get }

  /// Changes the value in one step.
  func modify<R>(_ body: (inout Value) throws -> R) rethrows -> R

  /// Sets the value.
  func set(_ value: Value)

  /// The value and the write that the root's value comes from.
  var stamped: (value: Value, stamp: Int) { get }

  /// Stamps each write to the root from now on, and its value as if it had just been written.
  @discardableResult func restamp() -> (value: Value, stamp: Int)

  /// Sets the value to what another property has since the write of `stamp`, unless the root has a later one.
  func copy(_ value: Value, _ stamp: Int)

  /// The same for a part, which may lack what another part has of the same write.
  func copy(_ stamp: Int, _ body: (inout Value) -> Void)
}

/// The whole of a root's value.
struct WholeLens<Value: Sendable>: PropertyLens {
  let wholeRoot: PropertyRoot<Value>

  init(root: PropertyRoot<Value>) { wholeRoot = root }

  var source: PropertySource<Value> { PropertySource(wholeRoot) }
  var root: AnyObject { wholeRoot }

  func modify<R>(_ body: (inout Value) throws -> R) rethrows -> R { try wholeRoot.modify(body) }
  func set(_ value: Value) { wholeRoot.set(value) }

  var stamped: (value: Value, stamp: Int) { wholeRoot.stamped }
  func restamp() -> (value: Value, stamp: Int) { wholeRoot.restamp() }
  func copy(_ value: Value, _ stamp: Int) { wholeRoot.copy(value, stamp) }
  func copy(_ stamp: Int, _ body: (inout Value) -> Void) { wholeRoot.copy(stamp, body) }
}

/// A part of what another lens shows.
struct PartLens<Whole: Sendable, Value: Sendable>: PropertyLens {
  /// Lenses may be nested deeply.
  private let link: Link<any PropertyLens<Whole>>
  let get: @Sendable (Whole) -> Value
  let set: @Sendable (inout Whole, Value) -> Void
  let source: PropertySource<Value>

  init(
    whole: any PropertyLens<Whole>, get: @escaping @Sendable (Whole) -> Value,
    set: @escaping @Sendable (inout Whole, Value) -> Void, source: PropertySource<Value>
  ) {
    link = Link(whole)
    self.get = get
    self.set = set
    self.source = source
  }

  private var whole: any PropertyLens<Whole> { link.content }
  var root: AnyObject { whole.root }

  func modify<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    // What `get` makes is released after the whole is unlocked.
    var made: [Value] = []
    defer { withExtendedLifetime(made) {} }
    return try whole.modify { whole in
      var part = get(whole)
      made.append(part)
      defer { made.append(part) }
      let result = try body(&part)
      set(&whole, part)
      return result
    }
  }

  func set(_ value: Value) { whole.modify { set(&$0, value) } }

  var stamped: (value: Value, stamp: Int) {
    let (value, stamp) = whole.stamped
    return (get(value), stamp)
  }
  func restamp() -> (value: Value, stamp: Int) {
    let (value, stamp) = whole.restamp()
    return (get(value), stamp)
  }
  func copy(_ value: Value, _ stamp: Int) { whole.copy(stamp) { set(&$0, value) } }
  func copy(_ stamp: Int, _ body: (inout Value) -> Void) {
    var made: [Value] = []
    defer { withExtendedLifetime(made) {} }
    whole.copy(stamp) { whole in
      var part = get(whole)
      made.append(part)
      body(&part)
      set(&whole, part)
      made.append(part)
    }
  }
}
