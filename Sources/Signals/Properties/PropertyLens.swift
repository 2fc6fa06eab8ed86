/// Reads and writes a root's value, or a part of it. Retains the root, but no property.
protocol PropertyLens<Value>: Sendable {
  associatedtype Value: Sendable

  /// The root that receives the writes.
  var root: AnyPropertyNode { get }
  /// Whether this is a part of the root's value: then the root may have been written beside the part.
  var isPart: Bool { get }
  /// The value, and the write that the root's value comes from.
  var state: (value: Value, origin: Int) { get }

  func set(_ value: Value)
  /// Changes the value in one step.
  func modify<R, Failure: Error>(_ body: (inout Value) throws(Failure) -> R) throws(Failure) -> R
  /// Changes the value to that of another property, which comes from the write `origin`. If the root has a later write, this is a
  /// new one. A whole must still have the value of the write `expected`, unless that is nil.
  ///
  /// - Returns: The write that the root's value comes from; nil if `body` has not run.
  func copy(from origin: Int, over expected: Int?, _ body: (inout Value) -> Void) -> Int?
}

/// The whole of a root's value.
extension RootNode: PropertyLens {
  var root: AnyPropertyNode { self }
  var isPart: Bool { false }

  // A root always has a value.
  var state: (value: Value, origin: Int) { gate.lock.withLock { unsafe (memo.unsafelyUnwrapped, origin) } }

  func copy(from origin: Int, over expected: Int?, _ body: (inout Value) -> Void) -> Int? {
    gate.lock.lock()
    if let expected, expected != self.origin {
      gate.lock.unlock()
      return nil
    }
    var value = unsafe memo.unsafelyUnwrapped  // a root always has a value
    body(&value)
    let later = origin > self.origin ? origin : nil, number = write(value, over: memo, origin: later)
    return later ?? number
  }
}

/// A part of another lens's value.
struct PartLens<Whole: Sendable, Value: Sendable>: PropertyLens {
  /// The whole. Lenses may be nested deeply.
  let box: ReleaseBox<any PropertyLens<Whole>>
  let get: @Sendable (Whole) -> Value, set: @Sendable (inout Whole, Value) -> Void

  private var whole: any PropertyLens<Whole> { box.content }
  var root: AnyPropertyNode { whole.root }
  var isPart: Bool { true }
  var state: (value: Value, origin: Int) {
    let (value, origin) = whole.state
    return (get(value), origin)
  }

  func set(_ value: Value) { whole.modify { set(&$0, value) } }

  func modify<R, Failure: Error>(_ body: (inout Value) throws(Failure) -> R) throws(Failure) -> R {
    var made: [Value] = []
    defer { withExtendedLifetime(made) {} }
    return try whole.modify { (whole) throws(Failure) -> R in try change(&whole, &made, body) }
  }

  func copy(from origin: Int, over expected: Int?, _ body: (inout Value) -> Void) -> Int? {
    var made: [Value] = []
    defer { withExtendedLifetime(made) {} }
    return whole.copy(from: origin, over: nil) { change(&$0, &made, body) }
  }

  /// Changes the part. `made` retains the values that `get` returned until the whole is unlocked.
  private func change<R, Failure: Error>(
    _ whole: inout Whole, _ made: inout [Value], _ body: (inout Value) throws(Failure) -> R
  ) throws(Failure) -> R {
    var part = get(whole)
    made.append(part)
    defer { made.append(part) }
    let result = try body(&part)
    set(&whole, part)
    return result
  }
}

/// The lens and the whole of a part of another property.
@usableFromInline final class PropertyPart<Value: Sendable>: Sendable {
  let lens: any PropertyLens<Value>
  /// Keeps the whole alive. Parts may be nested deeply.
  private let whole: ReleaseBox<any AnyObject & Sendable>

  init(_ lens: any PropertyLens<Value>, of whole: any AnyObject & Sendable) {
    (self.lens, self.whole) = (lens, ReleaseBox(whole))
  }

  @usableFromInline func set(_ value: Value) { lens.set(value) }
}
