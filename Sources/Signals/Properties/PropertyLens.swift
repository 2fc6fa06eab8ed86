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

  /// Whether this is a part of the root's value: then the root may have been written beside it.
  var isPart: Bool { get }

  /// The value, the write that the root's value comes from, and how often the root has been written.
  var state: (value: Value, stamp: Int, revision: Int) { get }

  /// Stamps each write to the root from now on, and its value as if it had just been written.
  @discardableResult func restamp() -> (value: Value, stamp: Int)

  /// Sets the value to what another property has since the write of `stamp`, unless the root has a later one. Of a part, what
  /// the root has up to `revision` is known to have been written beside it, and does not count.
  ///
  /// - Returns: The value then; nil if it is left as it was.
  func copy(_ value: Value, _ stamp: Int, beside revision: Int?) -> Value?

  /// The same for a part, which may lack what another part has of the same write.
  ///
  /// - Returns: Whether `body` has run.
  func copy(_ stamp: Int, beside revision: Int?, _ body: (inout Value) -> Void) -> Bool
}

/// The whole of a root's value.
struct WholeLens<Value: Sendable>: PropertyLens {
  let wholeRoot: PropertyRoot<Value>

  init(root: PropertyRoot<Value>) { wholeRoot = root }

  var source: PropertySource<Value> { PropertySource(wholeRoot) }
  var root: AnyObject { wholeRoot }

  func modify<R>(_ body: (inout Value) throws -> R) rethrows -> R { try wholeRoot.modify(body) }
  func set(_ value: Value) { wholeRoot.set(value) }

  var isPart: Bool { false }
  var state: (value: Value, stamp: Int, revision: Int) { wholeRoot.state }
  func restamp() -> (value: Value, stamp: Int) { wholeRoot.restamp() }
  func copy(_ value: Value, _ stamp: Int, beside revision: Int?) -> Value? {
    wholeRoot.copy(value, stamp) ? value : nil
  }
  func copy(_ stamp: Int, beside revision: Int?, _ body: (inout Value) -> Void) -> Bool {
    wholeRoot.copy(stamp, beside: revision, body)
  }
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

  var isPart: Bool { true }
  var state: (value: Value, stamp: Int, revision: Int) {
    let (value, stamp, revision) = whole.state
    return (get(value), stamp, revision)
  }
  func restamp() -> (value: Value, stamp: Int) {
    let (value, stamp) = whole.restamp()
    return (get(value), stamp)
  }
  func copy(_ value: Value, _ stamp: Int, beside revision: Int?) -> Value? {
    var copied: Value?
    _ = whole.copy(stamp, beside: revision) { whole in
      set(&whole, value)
      copied = get(whole)
    }
    return copied
  }
  func copy(_ stamp: Int, beside revision: Int?, _ body: (inout Value) -> Void) -> Bool {
    var made: [Value] = []
    defer { withExtendedLifetime(made) {} }
    return whole.copy(stamp, beside: revision) { whole in
      var part = get(whole)
      made.append(part)
      body(&part)
      set(&whole, part)
      made.append(part)
    }
  }
}
