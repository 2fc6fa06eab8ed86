/// Reads and writes a root's value or a part of it. Keeps the root alive, but no property.
protocol PropertyLens<Value>: Sendable {
  associatedtype Value: Sendable

  /// The root that receives the writes.
  var root: AnyPropertyNode { get }

  /// Changes the value in one step.
  func modify<R, Failure: Error>(_ body: (inout Value) throws(Failure) -> R) throws(Failure) -> R

  /// Sets the value.
  func set(_ value: Value)

  /// Whether this is a part of the root's value: then the root may have been written beside the part.
  var isPart: Bool { get }

  /// The value, the write that the root's value comes from, and the root's last write.
  var state: (value: Value, origin: Int, version: Int) { get }

  /// Counts writes to the root from now on; its value counts as just written.
  @discardableResult func lead() -> (value: Value, origin: Int)

  /// Sets the value to another property's value, which comes from the write `origin`, unless the root has a later one. Of a
  /// part: writes to the root up to `version` are known to be beside it, and do not count.
  ///
  /// - Returns: The new value; nil if the value is unchanged.
  func copy(_ value: Value, _ origin: Int, beside version: Int?) -> Value?

  /// The same for a part, which may lack a change that another part has from the same write.
  ///
  /// - Returns: Whether `body` has run.
  func copy(_ origin: Int, beside version: Int?, _ body: (inout Value) -> Void) -> Bool
}

/// The whole of a root's value.
struct WholeLens<Value: Sendable>: PropertyLens {
  private let node: RootNode<Value>

  init(_ root: RootNode<Value>) { node = root }

  var root: AnyPropertyNode { node }

  func modify<R, Failure: Error>(_ body: (inout Value) throws(Failure) -> R) throws(Failure) -> R {
    try node.modify(body)
  }
  func set(_ value: Value) { node.set(value) }

  var isPart: Bool { false }
  var state: (value: Value, origin: Int, version: Int) { node.state }
  func lead() -> (value: Value, origin: Int) { node.lead() }
  func copy(_ value: Value, _ origin: Int, beside version: Int?) -> Value? {
    node.copy(origin, beside: nil, orEqual: false) { $0 = value } ? value : nil
  }
  func copy(_ origin: Int, beside version: Int?, _ body: (inout Value) -> Void) -> Bool {
    node.copy(origin, beside: version, body)
  }
}

/// A part of another lens's value.
struct PartLens<Whole: Sendable, Value: Sendable>: PropertyLens {
  /// Lenses may be nested deeply.
  private let link: Link<any PropertyLens<Whole>>
  private let get: @Sendable (Whole) -> Value
  private let set: @Sendable (inout Whole, Value) -> Void

  init(
    whole: any PropertyLens<Whole>, get: @escaping @Sendable (Whole) -> Value,
    set: @escaping @Sendable (inout Whole, Value) -> Void
  ) {
    link = Link(whole)
    self.get = get
    self.set = set
  }

  private var whole: any PropertyLens<Whole> { link.content }
  var root: AnyPropertyNode { whole.root }

  func modify<R, Failure: Error>(_ body: (inout Value) throws(Failure) -> R) throws(Failure) -> R {
    // The values that `get` returns are released after the whole is unlocked.
    var made: [Value] = []
    defer { withExtendedLifetime(made) {} }
    return try whole.modify { (whole) throws(Failure) -> R in
      var part = get(whole)
      made.append(part)
      defer { made.append(part) }
      let result = try body(&part)
      set(&whole, part)
      return result
    }
  }

  func set(_ value: Value) { whole.modify { set(&$0, value) } }

  var isPart: Bool { true }
  var state: (value: Value, origin: Int, version: Int) {
    let (value, origin, version) = whole.state
    return (get(value), origin, version)
  }
  func lead() -> (value: Value, origin: Int) {
    let (value, origin) = whole.lead()
    return (get(value), origin)
  }
  func copy(_ value: Value, _ origin: Int, beside version: Int?) -> Value? {
    var copied: Value?
    _ = whole.copy(origin, beside: version) { whole in
      set(&whole, value)
      copied = get(whole)
    }
    return copied
  }
  func copy(_ origin: Int, beside version: Int?, _ body: (inout Value) -> Void) -> Bool {
    var made: [Value] = []
    defer { withExtendedLifetime(made) {} }
    return whole.copy(origin, beside: version) { whole in
      var part = get(whole)
      made.append(part)
      body(&part)
      set(&whole, part)
      made.append(part)
    }
  }
}
