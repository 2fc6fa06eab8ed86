extension MutableProperty {
  /// Keeps two properties equal: this property takes the other's value at once, then each follows the other.
  ///
  /// A write is never echoed to its own property, for any type of `Value`. After the last write both are equal, even if both
  /// were written concurrently. The binding keeps neither property alive and ends with either.
  ///
  /// Each of the two may be a part of another property, made with ``lens(get:set:)``, and several parts of one property may be
  /// bound. A part should be `Equatable`: a write to the whole counts as a write to the part only if the part differs by `==`.
  /// Without `==`, each write to the whole counts, and sets the other property to the part's value once more. Then bind one
  /// part of the whole only. Do not write to the whole from observers of the other property, because that could undo the
  /// observed write or never end.
  ///
  /// - Precondition: The two are not parts of one property, and neither is a part of the other. Otherwise each write
  ///   would change both.
  /// - Returns: A disposable that ends the binding.
  public func bindTwoWay(to other: MutableProperty<Value>) -> Disposable {
    let disposable = Disposable()
    if self === other { return disposable }
    let link = TwoWayLink(lens, other.lens)
    lifetime.add(disposable)
    other.lifetime.add(disposable)
    disposable.add(other.changes.observe { _ in link.follow(.second) })
    disposable.add(changes.observe { _ in link.follow(.first) })
    link.start()
    return disposable
  }
}

/// Two properties, and the last write that was copied from one to the other.
///
/// The origin of a root belongs to a write to any part of it. For a part, its value shows whether the write changed it: a part
/// that equals the last value seen here was not written. Without `==`, each write counts.
final class TwoWayLink<Value: Sendable>: @unchecked Sendable {
  enum Side { case first, second }

  private struct End {
    let lens: any PropertyLens<Value>
    /// The last value seen, if this is a part with comparable values.
    var known: Value?
  }

  private let areEqual: ((Value, Value) -> Bool)?
  private let gate = SerialGate()
  // Accessed only by the owner of the gate.
  private var last = 0
  private var first: End, second: End

  init(_ first: any PropertyLens<Value>, _ second: any PropertyLens<Value>) {
    precondition(
      first.root !== second.root,
      "bindTwoWay(to:) was given two parts of one property; keep one part, and set both in its setter")
    self.first = End(lens: first)
    self.second = End(lens: second)
    areEqual = (Value.self as? any Equatable.Type).flatMap { Self.equality(of: $0) as? (Value, Value) -> Bool }
    for end in [first, second] { end.root.track() }
    // Before the link follows: from now on, a write beside a part is not taken for a write to it.
    remember(first.state.value, .first)
    remember(second.state.value, .second)
  }

  /// `==`, except that a value that is not equal to itself, such as NaN, equals its like.
  private static func equality<E: Equatable>(of type: E.Type) -> Any {
    { (a: E, b: E) -> Bool in a == b || (a != a && b != b) }
  }

  /// The second leads: its value counts as just written.
  func start() { gate.perform { self.copyAsNew(.second) } }

  /// Makes both equal after a write to `side`.
  func follow(_ side: Side) {
    gate.perform {
      let end = self[side], (value, origin, _) = end.lens.state
      if end.lens.isPart, let areEqual = self.areEqual {
        // Otherwise the write was beside the part. A write to the part may have an earlier origin than the root's last write, or
        // share an origin with another part, so it gets a new one.
        if !(end.known.map { areEqual($0, value) } ?? false) { self.copyAsNew(side) }
      } else if origin > self.last {
        self.copy(value, origin, from: side)
      }
    }
  }

  private func copyAsNew(_ side: Side) {
    self[side].lens.lead()
    let (value, origin, _) = self[side].lens.state
    copy(value, origin, from: side)
  }

  private func copy(_ value: Value, _ origin: Int, from side: Side) {
    last = origin
    remember(value, side)
    let side: Side = side == .first ? .second : .first, target = self[side]
    var version: Int?
    while true {
      if target.lens.copy(origin, beside: version, orEqual: target.lens.isPart, { $0 = value }) {
        return remember(value, side)
      }
      // The target's root has a later origin, so its value wins: this link copies it back. Not only after a notification, because
      // a root that leads another binding gets a new origin without one.
      guard let areEqual, let known = target.known else { return follow(side) }
      let state = target.lens.state
      if areEqual(state.value, value) { return remember(state.value, side) }
      guard areEqual(state.value, known) else { return follow(side) }
      version = state.version
    }
  }

  private func remember(_ value: Value, _ side: Side) {
    if self[side].lens.isPart, areEqual != nil { self[side].known = value }
  }

  private subscript(side: Side) -> End {
    get { side == .first ? first : second }
    set { if side == .first { first = newValue } else { second = newValue } }
  }
}
