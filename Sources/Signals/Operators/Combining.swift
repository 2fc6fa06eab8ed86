extension Signal {
  /// The latest values of both, whenever one of them changes and both have one. Completes when both have, at once when one
  /// completes without a value.
  ///
  ///     source                      1-----2----|
  ///     other                       ---a-----b---|
  ///     combineLatest(with: other)  ---x--y--z---|   x=1a y=2a z=2b
  public func combineLatest<U: Sendable>(with other: Signal<U, Failure>) -> Signal<(Value, U), Failure> {
    let other = Link(other)
    return join((first: Value?.none, second: U?.none, running: 2)) { join in
      join.observe(self) { latest, value in
        latest.first = value
        if let second = latest.second { join.send((value, second)) }
      } completed: { latest in
        latest.running -= 1
        if latest.running == 0 || latest.first == nil { join.complete() }
      }
      join.observe(other.content) { latest, value in
        latest.second = value
        if let first = latest.first { join.send((first, value)) }
      } completed: { latest in
        latest.running -= 1
        if latest.running == 0 || latest.second == nil { join.complete() }
      }
    }
  }

  /// The values of both in pairs, first with first, second with second. Completes as soon as one has completed and nothing
  /// of it waits for a partner.
  ///
  ///     source            1--2-----3|
  ///     other             ---a---b----|
  ///     zip(with: other)  ---x---y----|   x=1a y=2b
  public func zip<U: Sendable>(with other: Signal<U, Failure>) -> Signal<(Value, U), Failure> {
    let other = Link(other)
    return join((first: FIFO<Value>(), second: FIFO<U>(), hasFirstEnded: false, hasSecondEnded: false)) { join in
      join.observe(self) { waiting, value in
        if let second = waiting.second.popFirst() { join.send((value, second)) } else { waiting.first.append(value) }
        if waiting.hasSecondEnded, waiting.second.isEmpty { join.complete() }
      } completed: { waiting in
        waiting.hasFirstEnded = true
        if waiting.first.isEmpty { join.complete() }
      }
      join.observe(other.content) { waiting, value in
        if let first = waiting.first.popFirst() { join.send((first, value)) } else { waiting.second.append(value) }
        if waiting.hasFirstEnded, waiting.first.isEmpty { join.complete() }
      } completed: { waiting in
        waiting.hasSecondEnded = true
        if waiting.second.isEmpty { join.complete() }
      }
    }
  }

  /// Each value of this with the latest of `other`, once that has one. The other is observed first; its completion changes
  /// nothing.
  ///
  ///     source                   1--2--3----4|
  ///     other                    --a-----b|
  ///     withLatest(from: other)  ---x--y----z|   x=2a y=3a z=4b
  public func withLatest<U: Sendable>(from other: Signal<U, Never>) -> Signal<(Value, U), Failure> {
    let other = Link(other)
    return join(U?.none) { join in
      join.observe(other.content.promoteFailure()) { latest, value in
        latest = value
      } completed: { _ in
      }
      join.observe(self) { latest, value in if let latest { join.send((value, latest)) } }
    }
  }
}

/// The latest values of three signals, whenever one of them changes and all have one. Completes when all have, at once when
/// one completes without a value.
///
///     a                       1-----2|
///     b                       -x-----|
///     c                       --y----|
///     combineLatest(a, b, c)  --z---u|   z=1xy u=2xy
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, F: Error>(
  _ a: Signal<A, F>, _ b: Signal<B, F>, _ c: Signal<C, F>
) -> Signal<(A, B, C), F> {
  a.combineLatest(with: b).combineLatest(with: c).map { ($0.0, $0.1, $1) }
}
