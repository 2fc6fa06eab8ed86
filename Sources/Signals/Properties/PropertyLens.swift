/// Reads and writes a root's value or a part of it.
@usableFromInline protocol PropertyLens<Value>: Sendable {
  associatedtype Value: Sendable

  var source: PropertySource<Value> { get }

  /// The root that is written to.
  var root: AnyObject { get }

  /// Changes the value in one step.
  func modify<R>(_ body: (inout Value) throws -> R) rethrows -> R

  /// Changes the value in one step; gives the revision that has the change.
  @discardableResult func write(_ body: (inout Value) -> Void) -> Int

  /// Sets the value; gives the revision that has it.
  @discardableResult func set(_ value: Value) -> Int
}

/// The whole of a root's value.
struct WholeLens<Value: Sendable>: PropertyLens {
  let wholeRoot: PropertyRoot<Value>

  init(root: PropertyRoot<Value>) { wholeRoot = root }

  var source: PropertySource<Value> { PropertySource(wholeRoot) }
  var root: AnyObject { wholeRoot }

  func modify<R>(_ body: (inout Value) throws -> R) rethrows -> R { try wholeRoot.modify(body) }
  func write(_ body: (inout Value) -> Void) -> Int { wholeRoot.write(body) }
  func set(_ value: Value) -> Int { wholeRoot.write(value) }
}

/// A part of what another lens shows.
struct PartLens<Whole: Sendable, Value: Sendable>: PropertyLens {
  let whole: any PropertyLens<Whole>
  let get: @Sendable (Whole) -> Value
  let set: @Sendable (inout Whole, Value) -> Void
  let source: PropertySource<Value>

  var root: AnyObject { whole.root }

  func modify<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    try whole.modify { whole in
      var part = get(whole)
      let result = try body(&part)
      set(&whole, part)
      return result
    }
  }

  func write(_ body: (inout Value) -> Void) -> Int {
    whole.write { whole in
      var part = get(whole)
      body(&part)
      set(&whole, part)
    }
  }
  func set(_ value: Value) -> Int { write { $0 = value } }
}
