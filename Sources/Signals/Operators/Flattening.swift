/// Which of the signals that `flatMap` makes are observed, and when.
public enum FlattenStrategy: Sendable {
  /// All, as they come.
  ///
  ///     source           a--b---|
  ///     a                1--2--3|
  ///     b                   -4--5|
  ///     flatMap(.merge)  1--24-35|
  case merge
  /// One after the other.
  ///
  ///     source            a--b---|
  ///     a                 1--2--3|
  ///     b                        -4--5|
  ///     flatMap(.concat)  1--2--3-4--5|
  case concat
  /// The latest; the one before is disposed.
  ///
  ///     source            a--b---|
  ///     a                 1--2--3|
  ///     b                    -4--5|
  ///     flatMap(.latest)  1---4--5|
  case latest
  /// The first; what comes while it runs is dropped.
  ///
  ///     source           a--b-----c|
  ///     a                1--2--3|
  ///     c                         -4--5|
  ///     flatMap(.first)  1--2--3---4--5|
  case first
  /// As many as given at a time, at least one; the others wait.
  ///
  ///     source                a-b-c---|
  ///     a                     1--2--3|
  ///     b                       4--5|
  ///     c                           -6--7|
  ///     flatMap(.limited(2))  1-42-536--7|
  case limited(Int)

  /// How many run at a time.
  @usableFromInline var limit: Int {
    switch self {
    case .merge: .max
    case .limited(let count): max(count, 1)
    case .concat, .latest, .first: 1
    }
  }

  @usableFromInline var excess: FlatteningExcess {
    switch self {
    case .merge, .limited, .concat: .waits
    case .latest: .replaces
    case .first: .isDropped
    }
  }
}

extension Signal {
  /// The values of the signals that `transform` makes of each value. Completes when this and all of them have; the first
  /// failure ends everything.
  ///
  ///     source                       a--b---|
  ///     p                            1--2--3|
  ///     q                               -4--5|
  ///     flatMap { $0 == a ? p : q }  1--24-35|
  @inlinable public func flatMap<U: Sendable>(
    _ strategy: FlattenStrategy = .merge, _ transform: @escaping @Sendable (Value) -> Signal<U, Failure>
  ) -> Signal<U, Failure> {
    let flattened: Signal<U, Failure> = chained { value, end, scope in
      let flattening = FlatteningObservation(
        limit: strategy.limit, excess: strategy.excess, Emitter(Sink(value: value, end: end), in: scope))
      let outer = Disposable()
      flattening.emitter.disposable.add(outer)
      start(in: outer, Sink(value: { flattening.receive($0, transform) }, end: { flattening.end($0) }))
    }
    return flattened.held
  }

  /// The values of both, as they come. Completes when both have; the first failure ends both.
  ///
  ///     source              a-----c--|
  ///     other               ---b----|
  ///     merge(with: other)  a--b--c--|
  public func merge(with other: Self) -> Self { .merge([self, other]) }

  /// The values of all, as they come. Completes when all have, at once if there are none.
  ///
  ///     p                 a-----d|
  ///     q                 --b---|
  ///     r                 ----c|
  ///     merge([p, q, r])  a-b-c-d|
  public static func merge(_ signals: [Self]) -> Self { Signal<Self, Failure>.from(signals).flatMap(.merge) { $0 } }

  /// The values of this, then those of `other`, which is observed when this completes. A chain of it takes stack for each link,
  /// as one of any operator does when it runs: give thousands to ``concat(_:)-type.method`` as a list.
  ///
  ///     source         a--b|
  ///     other              c--d|
  ///     concat(other)  a--bc--d|
  public func concat(_ other: Self) -> Self { .concat([self, other]) }

  /// The values of each, one signal after the other. A million signals that complete at once need no more stack than one.
  ///
  ///     p                  a--b|
  ///     q                      -c|
  ///     r                        -d-|
  ///     concat([p, q, r])  a--b-c-d-|
  public static func concat(_ signals: [Self]) -> Self { Signal<Self, Failure>.from(signals).flatMap(.concat) { $0 } }

  /// The values of the signal that `next` makes when this completes; this one's own values are dropped.
  ///
  ///     source         a--b|
  ///     next               -c--d|
  ///     then { next }  -----c--d|
  public func then<U: Sendable>(_ next: @escaping @Sendable () -> Signal<U, Failure>) -> Signal<U, Failure> {
    let effects: Signal<U, Failure> = stage { _ in
      { _ in }
    }
    return effects.concat(.deferred(next))
  }
}
