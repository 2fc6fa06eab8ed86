extension MutableProperty {
  /// Keeps this property and `leader` equal: this one takes the leader's value at once, then each follows the other.
  ///
  ///     draft.bindTwoWay(following: title).stored(in: bag)
  ///
  /// A write is never echoed to its own property, for any type of `Value`. After the last write both are equal, even if both
  /// were written concurrently. The binding keeps neither property alive and ends with either.
  ///
  /// Each of the two may be a part of another property, made with ``lens(get:set:)``; keep the part, because the binding ends with
  /// it. If `Value` is `Equatable`, a write to the rest of the whole does not concern the binding. Otherwise each write to the whole
  /// counts as a write to the part, so the observers of the other property should not write to the whole.
  ///
  /// - Precondition: The two are not parts of one property, and neither is a part of the other. Otherwise each write
  ///   would change both.
  /// - Returns: A disposable that ends the binding.
  @discardableResult public func bindTwoWay(following leader: MutableProperty) -> Disposable {
    follow(leader, areEqual: nil)
  }

  private func follow(_ leader: MutableProperty, areEqual: (@Sendable (Value, Value) -> Bool)?) -> Disposable {
    let binding = Disposable()
    if self === leader { return binding }
    let link = TwoWayLink(lens, leader.lens, areEqual)
    for property in [self, leader] { property.lifetime.disposable.add(binding) }
    link.start {
      for property in [leader, self] { binding.add(property.changes.observe { _ in link.follow() }) }
    }
    return binding
  }
}

extension MutableProperty where Value: Equatable {
  /// Keeps this property and `leader` equal, as for any type of `Value`. A write beside a part does not concern the binding.
  ///
  ///     let part = form.lens(\.name)
  ///     name.bindTwoWay(following: part).stored(in: bag)
  @discardableResult public func bindTwoWay(following leader: MutableProperty) -> Disposable {
    // A value that is not equal to itself, such as NaN, equals its like.
    follow(leader) { $0 == $1 || ($0 != $0 && $1 != $1) }
  }
}

/// Two properties, and the write that was seen last of each. A write that was not seen is copied to the other property, whose own
/// write then comes from the same *origin*. So a circle of bindings settles.
private final class TwoWayLink<Value: Sendable>: @unchecked Sendable {
  private typealias State = (value: Value, origin: Int)

  private let lenses: [any PropertyLens<Value>]
  private let areEqual: (@Sendable (Value, Value) -> Bool)?
  private let gate = SerialGate()
  /// Accessed only by the owner of the gate.
  private var seen: [State]

  init(
    _ follower: any PropertyLens<Value>, _ leader: any PropertyLens<Value>,
    _ areEqual: (@Sendable (Value, Value) -> Bool)?
  ) {
    precondition(
      follower.root !== leader.root,
      "bindTwoWay(following:) was given two parts of one property; keep one part, and set both in its setter")
    lenses = [follower, leader]
    self.areEqual = areEqual
    // From now on, each write has a number of its own.
    for lens in lenses { lens.root.track() }
    seen = lenses.map { $0.state }
  }

  /// Attaches, then copies the leader's value, as a new write. What is written meanwhile waits.
  func start(attach: () -> Void) {
    _ = gate.enter()  // new, so it is free
    attach()
    _ = copy(lenses[1].state, from: 1, as: WriteClock.tick())
    gate.leave()
  }

  /// Makes both equal after a write to one of them.
  func follow() {
    gate.perform {
      while true {
        let states = self.lenses.map { $0.state }
        let written = self.areSame(states) ? [] : [0, 1].filter { self.isWritten($0, states[$0]) }
        // Of two writes, the later one.
        guard let last = written.max(by: { states[$0].origin < states[$1].origin }) else { return self.seen = states }
        // The root's last write may be one to another part.
        let origin = self.lenses[last].isPart ? WriteClock.tick() : states[last].origin
        if self.copy(states[last], from: last, as: origin, over: states[1 - last].origin) { return }
      }
    }
  }

  /// Whether both are copies of one write; of a part, whether it has the other's value.
  private func areSame(_ states: [State]) -> Bool {
    guard lenses.contains(where: { $0.isPart }) else { return states[0].origin == states[1].origin }
    return areEqual?(states[0].value, states[1].value) ?? false
  }

  /// Whether this side was written since. The root of a part may have been written beside it.
  private func isWritten(_ side: Int, _ state: State) -> Bool {
    if state.origin == seen[side].origin { return false }
    guard lenses[side].isPart, let areEqual else { return true }
    return !areEqual(seen[side].value, state.value)
  }

  /// False if the other property was written meanwhile.
  private func copy(_ state: State, from side: Int, as origin: Int, over expected: Int? = nil) -> Bool {
    let other = 1 - side
    guard let origin = lenses[other].copy(from: origin, over: expected, { $0 = state.value })
    else { return false }
    seen[side] = state
    seen[other] = (state.value, origin)
    return true
  }
}
