extension Signal {
  /// The latest values of all, transformed, whenever one of them changes and all have a value. Completes when all have completed;
  /// at once when one completes without a value.
  ///
  ///     a                          1-----2----|
  ///     b                          ---x-----y---|
  ///     combineLatest(a, b) { … }  ---z--u--v---|   z=1x u=2x v=2y
  public static func combineLatest<A: Sendable, each B: Sendable>(
    _ first: Signal<A, Failure>, _ others: repeat Signal<each B, Failure>,
    transform: @escaping @Sendable (A, repeat each B) -> Value
  ) -> Self {
    grouped(keepingLatest: true, first, repeat each others, transform: transform)
  }

  /// The latest values of all, as with several signals; completes at once when there are no signals.
  ///
  ///     p                               1-----2|
  ///     q                               -x-----|
  ///     r                               --y----|
  ///     combineLatest([p, q, r]) { … }  --z---u|   z=1xy u=2xy
  public static func combineLatest<A: Sendable>(
    _ signals: [Signal<A, Failure>], transform: @escaping @Sendable ([A]) -> Value
  ) -> Self {
    grouped(keepingLatest: true, signals, transform: transform)
  }

  /// The values of all in groups, transformed: first with first, second with second. Completes as soon as one has completed and
  /// none of its values waits for the others. Stops the program if a million values of one wait, as those of `.from(0...)` would.
  ///
  ///     a                1--2-----3|
  ///     b                ---x---y----|
  ///     zip(a, b) { … }  ---z---u----|   z=1x u=2y
  public static func zip<A: Sendable, each B: Sendable>(
    _ first: Signal<A, Failure>, _ others: repeat Signal<each B, Failure>,
    transform: @escaping @Sendable (A, repeat each B) -> Value
  ) -> Self {
    grouped(keepingLatest: false, first, repeat each others, transform: transform)
  }

  /// The values of all in groups, as with several signals; completes at once when there are no signals.
  ///
  ///     p                     1--2--|
  ///     q                     -x--y-|
  ///     r                     --k---l|
  ///     zip([p, q, r]) { … }  --z---(u|)   z=1xk u=2yl
  public static func zip<A: Sendable>(
    _ signals: [Signal<A, Failure>], transform: @escaping @Sendable ([A]) -> Value
  ) -> Self {
    grouped(keepingLatest: false, signals, transform: transform)
  }

  /// Each value of this signal with the value that `property` has when this one passes. Its `signal` could still have the value
  /// before, if both come from the same change. Does not keep the property alive; after its release, its last value stays.
  ///
  ///     source                      1--2--3----4|
  ///     property                    a-b-----c----
  ///     withLatest(from: property)  x--y--z----u|   x=1a y=2b z=3b u=4c
  public func withLatest<P: PropertyProtocol>(from property: P) -> Signal<(Value, P.Value), Failure> {
    let node = property.source.node
    return map { ($0, node.value) }
  }

  /// Each value of this signal with the latest of `other`, once `other` has one. `other` is observed first; its completion
  /// changes nothing. Give it a property, not the property's `signal`.
  ///
  ///     source                   1--2--3----4|
  ///     other                    --a-----b|
  ///     withLatest(from: other)  ---x--y----z|   x=2a y=3a z=4b
  public func withLatest<U: Sendable>(from other: Signal<U, Never>) -> Signal<(Value, U), Failure> {
    join(U?.none) { join in
      join.observe(other.promoteFailure(), next: { $0 = $1 }, completed: { _ in })
      join.observe(self) { latest, value in if let latest { join.send((value, latest)) } }
    }
  }

  /// The latest value of this signal at each value of `trigger`, unless it was sampled already. Completes when the trigger
  /// does. After the completion of this signal, a new value still waits for the trigger.
  ///
  ///     source               a-b-----c---d|
  ///     trigger              ---x--x---x-----x-|
  ///     sample(on: trigger)  ---b------c-----(d|)
  public func sample<T: Sendable>(on trigger: Signal<T, Never>) -> Self {
    join((value: Value?.none, hasEnded: false)) { join in
      join.observe(self) { latest, value in
        latest.value = value
      } completed: { latest in
        latest.hasEnded = true
        if latest.value == nil { join.complete() }
      }
      join.observe(trigger.promoteFailure()) { latest, _ in
        guard let value = latest.value else { return }
        latest.value = nil
        join.send(value)
        if latest.hasEnded { join.complete() }
      }
    }
  }

  private static func grouped<A: Sendable, each B: Sendable>(
    keepingLatest: Bool, _ first: Signal<A, Failure>, _ others: repeat Signal<each B, Failure>,
    transform: @escaping @Sendable (A, repeat each B) -> Value
  ) -> Self {
    var otherCount = 0
    for _ in repeat each others { otherCount += 1 }
    let count = otherCount + 1
    return first.join(Grouping(keepsLatest: keepingLatest, missing: count, running: count)) { join in
      let source = GroupedSource<A>(), sources = (repeat GroupedSource<each B>())
      let send = { grouping in
        join.send(transform(source.next(&grouping), repeat (each sources).next(&grouping)))
      }
      join.observe(first, as: source, send)
      repeat join.observe(each others, as: each sources, send)
    }
  }

  private static func grouped<A: Sendable>(
    keepingLatest: Bool, _ signals: [Signal<A, Failure>], transform: @escaping @Sendable ([A]) -> Value
  ) -> Self {
    let count = signals.count
    return signals.first?.join(Grouping(keepsLatest: keepingLatest, missing: count, running: count)) { join in
      let sources = signals.map { _ in GroupedSource<A>() }
      for (signal, source) in Swift.zip(signals, sources) {
        join.observe(signal, as: source) { grouping in join.send(transform(sources.map { $0.next(&grouping) })) }
      }
    } ?? .empty
  }
}

/// The state of a `combineLatest` or a `zip`.
private struct Grouping {
  /// Whether a source's value is its latest one, for any number of groups. Otherwise its values wait, for one group each.
  let keepsLatest: Bool
  /// The number of sources without a value. A group is sent when it is zero.
  var missing: Int
  /// The number of sources that have not ended.
  var running: Int
  /// Whether a source has ended and none of its values waits.
  var isOver = false
}

/// The values of one source.
private final class GroupedSource<Value> {
  var first: Value?
  var later = FIFO<Value>()
  var hasEnded = false

  /// The value for a group. No source is without one.
  func next(_ grouping: inout Grouping) -> Value {
    let next = unsafe first.unsafelyUnwrapped
    if grouping.keepsLatest { return next }
    first = later.popFirst()
    if first == nil {
      grouping.missing += 1
      if hasEnded { grouping.isOver = true }
    }
    return next
  }
}

extension Join where State == Grouping {
  fileprivate func observe<V: Sendable>(
    _ signal: Signal<V, Failure>, as source: GroupedSource<V>, _ send: @escaping (inout Grouping) -> Void
  ) {
    observe(signal) { grouping, value in
      if source.first != nil, !grouping.keepsLatest {
        if source.later.count == 1_000_000 {
          fatalError(
            "a source of zip is a million values ahead of another; end one like '.from(0...)', or write 'enumerated()'")
        }
        return source.later.append(value)
      }
      if source.first == nil { grouping.missing -= 1 }
      source.first = value
      if grouping.missing > 0 { return }
      send(&grouping)
      if grouping.isOver { self.complete() }
    } completed: { grouping in
      source.hasEnded = true
      grouping.running -= 1
      if source.first == nil || grouping.running == 0 { self.complete() }
    }
  }
}
