extension MutableProperty {
  /// Keeps two properties equal: this takes the other's value at once, then each follows the other.
  ///
  /// A write is never echoed to the property it was made to, whatever `Value` is, and once the writes are over both are
  /// equal, concurrent writes to both included. The binding keeps neither alive and ends with either.
  ///
  /// Each of the two may be a part of another property, made with ``lens(get:set:)``, and several parts of one property may
  /// be bound. Whether a write to the whole was one to the part is told by `==`: if it leaves the part equal to what it was,
  /// the other hears nothing. So a part should be `Equatable`. If it is not, each write to the whole counts as one to the part,
  /// and brings its value to the other once more: then bind one part of the whole only, and do not write to the whole
  /// from inside the observers of the other, where it would undo the write that they are told of, or never end.
  ///
  /// - Precondition: The two are not parts of one property, nor one a part of the other: each write would be one to both.
  /// - Returns: What ends it.
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

/// Two properties, and the last write that was brought from one to the other.
///
/// The stamp of a root is of a write to any part of it. Where one of the two is a part, its value tells whether that write was
/// to it: as long as it is equal to the one that was last seen here, it was not. Without `==`, each write counts.
final class TwoWayLink<Value: Sendable>: @unchecked Sendable {
  enum Side { case first, second }

  private struct End {
    let lens: any PropertyLens<Value>
    /// The value that was last seen, if this is a part, and such values can be compared.
    var known: Value?
  }

  private let areEqual: ((Value, Value) -> Bool)?
  private let gate = SerialGate()
  // Touched by the owner of the gate only.
  private var last = 0
  private var first: End, second: End

  init(_ first: any PropertyLens<Value>, _ second: any PropertyLens<Value>) {
    precondition(
      first.root !== second.root,
      "bindTwoWay(to:) was given two parts of one property; keep one part, and set both in its setter")
    self.first = End(lens: first)
    self.second = End(lens: second)
    areEqual = (Value.self as? any Equatable.Type).flatMap { Self.equality(of: $0) as? (Value, Value) -> Bool }
  }

  /// `==`, except that what is not equal to itself, as a number that is none, is the same all the same.
  private static func equality<E: Equatable>(of type: E.Type) -> Any {
    { (a: E, b: E) -> Bool in a == b || (a != a && b != b) }
  }

  /// The second leads: its value counts as just written.
  func start() {
    gate.perform {
      self.first.lens.lead()
      self.bringAsNew(.second)
    }
  }

  /// Makes both equal after a write to `side`.
  func follow(_ side: Side) {
    gate.perform {
      let end = self[side], (value, stamp, _) = end.lens.state
      if end.lens.isPart, let areEqual = self.areEqual {
        // Otherwise it was a write beside the part. Its own write may have an earlier stamp than the root has by now, or one
        // that another part shares, so it gets a fresh one.
        if !(end.known.map { areEqual($0, value) } ?? false) { self.bringAsNew(side) }
      } else if stamp > self.last {
        self.bring(value, stamp, from: side)
      }
    }
  }

  private func bringAsNew(_ side: Side) {
    let (value, stamp) = self[side].lens.lead()
    bring(value, stamp, from: side)
  }

  private func bring(_ value: Value, _ stamp: Int, from side: Side) {
    last = stamp
    see(value, side)
    let side: Side = side == .first ? .second : .first, target = self[side]
    var version: Int?
    while true {
      if let copy = target.lens.copy(value, stamp, beside: version) { return see(copy, side) }
      // The root has a later write. If it was to the part, its notification is on the way, and will be followed.
      guard let areEqual, let known = target.known else { return }
      let state = target.lens.state
      if areEqual(state.value, value) { return see(state.value, side) }
      guard areEqual(state.value, known) else { return }
      version = state.version
    }
  }

  private func see(_ value: Value, _ side: Side) {
    if self[side].lens.isPart, areEqual != nil { self[side].known = value }
  }

  private subscript(side: Side) -> End {
    get { side == .first ? first : second }
    set { if side == .first { first = newValue } else { second = newValue } }
  }
}
