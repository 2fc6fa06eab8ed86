extension Signal {
  /// The latest values of both, whenever one of them changes and both have a value. Completes when both have completed; at once
  /// when one completes without a value.
  ///
  ///     source                      1-----2----|
  ///     other                       ---a-----b---|
  ///     combineLatest(with: other)  ---x--y--z---|   x=1a y=2a z=2b
  public func combineLatest<U: Sendable>(with other: Signal<U, Failure>) -> Signal<(Value, U), Failure> {
    return join((first: Value?.none, second: U?.none, running: 2)) { join in
      join.observe(self) { latest, value in
        latest.first = value
        if let second = latest.second { join.send((value, second)) }
      } completed: { latest in
        latest.running -= 1
        if latest.running == 0 || latest.first == nil { join.complete() }
      }
      join.observe(other) { latest, value in
        latest.second = value
        if let first = latest.first { join.send((first, value)) }
      } completed: { latest in
        latest.running -= 1
        if latest.running == 0 || latest.second == nil { join.complete() }
      }
    }
  }

  /// The values of both in pairs, first with first, second with second. Completes as soon as one has completed and none of its
  /// values waits for a partner.
  ///
  ///     source            1--2-----3|
  ///     other             ---a---b----|
  ///     zip(with: other)  ---x---y----|   x=1a y=2b
  public func zip<U: Sendable>(with other: Signal<U, Failure>) -> Signal<(Value, U), Failure> {
    return join((first: FIFO<Value>(), second: FIFO<U>(), hasFirstEnded: false, hasSecondEnded: false)) { join in
      join.observe(self) { waiting, value in
        if let second = waiting.second.popFirst() { join.send((value, second)) } else { waiting.first.append(value) }
        if waiting.hasSecondEnded, waiting.second.isEmpty { join.complete() }
      } completed: { waiting in
        waiting.hasFirstEnded = true
        if waiting.first.isEmpty { join.complete() }
      }
      join.observe(other) { waiting, value in
        if let first = waiting.first.popFirst() { join.send((first, value)) } else { waiting.second.append(value) }
        if waiting.hasFirstEnded, waiting.first.isEmpty { join.complete() }
      } completed: { waiting in
        waiting.hasSecondEnded = true
        if waiting.second.isEmpty { join.complete() }
      }
    }
  }

  /// Each value of this signal with the latest of `other`, once `other` has one. `other` is observed first; its completion
  /// changes nothing.
  ///
  ///     source                   1--2--3----4|
  ///     other                    --a-----b|
  ///     withLatest(from: other)  ---x--y----z|   x=2a y=3a z=4b
  public func withLatest<U: Sendable>(from other: Signal<U, Never>) -> Signal<(Value, U), Failure> {
    return join(U?.none) { join in
      join.observe(other.promoteFailure()) { latest, value in
        latest = value
      } completed: { _ in
      }
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
    return join((value: Value?.none, hasEnded: false)) { join in
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

  /// The latest values of all, whenever one of them changes and all have a value. Completes when all have completed; at once
  /// when one completes without a value or when there are no signals.
  ///
  ///     p                         1-----2|
  ///     q                         -x-----|
  ///     r                         --y----|
  ///     combineLatest([p, q, r])  --z---u|   z=1xy u=2xy
  public static func combineLatest(_ signals: [Self]) -> Signal<[Value], Failure> {
    guard let first = signals.first else { return .empty }
    let none = [Value?](repeating: nil, count: signals.count)
    return first.join((latest: none, silent: signals.count, running: signals.count)) { join in
      for (index, signal) in signals.enumerated() {
        join.observe(signal) { state, value in
          if state.latest[index] == nil { state.silent -= 1 }
          state.latest[index] = value
          if state.silent == 0 { join.send(state.latest.compactMap { $0 }) }
        } completed: { state in
          state.running -= 1
          if state.running == 0 || state.latest[index] == nil { join.complete() }
        }
      }
    }
  }

  /// The values of all in groups, first with first, second with second. Completes as soon as one has completed and none of its
  /// values waits for the others; at once when there are no signals.
  ///
  ///     p               1--2--|
  ///     q               -x--y-|
  ///     r               --k---l|
  ///     zip([p, q, r])  --z---(u|)   z=1xk u=2yl
  public static func zip(_ signals: [Self]) -> Signal<[Value], Failure> {
    guard let first = signals.first else { return .empty }
    return first.join(signals.map { _ in (values: FIFO<Value>(), hasEnded: false) }) { join in
      for (index, signal) in signals.enumerated() {
        join.observe(signal) { sources, value in
          sources[index].values.append(value)
          if sources.contains(where: { $0.values.isEmpty }) { return }
          join.send(sources.indices.compactMap { sources[$0].values.popFirst() })
          if sources.contains(where: { $0.hasEnded && $0.values.isEmpty }) { join.complete() }
        } completed: { sources in
          sources[index].hasEnded = true
          if sources[index].values.isEmpty { join.complete() }
        }
      }
    }
  }
}

/// The latest values of three signals, whenever one of them changes and all have a value. Completes when all have completed; at
/// once when one completes without a value.
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

/// The latest values of four signals, as with three.
///
///     a                          1-----2|
///     b                          -x-----|
///     c                          --y----|
///     d                          ---z---|
///     combineLatest(a, b, c, d)  ---u--v|   u=1xyz v=2xyz
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, D: Sendable, F: Error>(
  _ a: Signal<A, F>, _ b: Signal<B, F>, _ c: Signal<C, F>, _ d: Signal<D, F>
) -> Signal<(A, B, C, D), F> {
  combineLatest(a, b, c).combineLatest(with: d).map { ($0.0, $0.1, $0.2, $1) }
}

/// The values of three signals in triples, first with first, second with second. Completes as soon as one has completed and
/// none of its values waits for the others.
///
///     a             1--2--|
///     b             -x--y-|
///     c             --k---l|
///     zip(a, b, c)  --z---(u|)   z=1xk u=2yl
public func zip<A: Sendable, B: Sendable, C: Sendable, F: Error>(
  _ a: Signal<A, F>, _ b: Signal<B, F>, _ c: Signal<C, F>
) -> Signal<(A, B, C), F> {
  a.zip(with: b).zip(with: c).map { ($0.0, $0.1, $1) }
}

/// The values of four signals in groups, as with three.
///
///     a                1--2|
///     b                -x-y|
///     c                --k--l|
///     d                m--n|
///     zip(a, b, c, d)  --z--(u|)   z=1xkm u=2yln
public func zip<A: Sendable, B: Sendable, C: Sendable, D: Sendable, F: Error>(
  _ a: Signal<A, F>, _ b: Signal<B, F>, _ c: Signal<C, F>, _ d: Signal<D, F>
) -> Signal<(A, B, C, D), F> {
  zip(a, b, c).zip(with: d).map { ($0.0, $0.1, $0.2, $1) }
}
