extension Signal {
  /// The latest values of both, whenever one of them changes and both have one. Completes when both have, at once when one
  /// completes without a value.
  ///
  ///     source                      1-----2----|
  ///     other                       ---a-----b---|
  ///     combineLatest(with: other)  ---x--y--z---|   x=1a y=2a z=2b
  public func combineLatest<U: Sendable>(with other: Signal<U, Failure>) -> Signal<(Value, U), Failure> {
    let other = Link(other)
    return chained { sink, scope in
      CombineLatest(Emitter(sink, in: scope)).start(self, other.content)
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
    return chained { sink, scope in
      Zip(Emitter(sink, in: scope)).start(self, other.content)
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
    return chained { sink, scope in
      let latest = Protected<U?>(nil), sampled = Disposable()
      scope.add(sampled)
      other.content.start(
        in: sampled,
        Sink(
          value: { value in
            let old = latest.withLock { latest in
              defer { latest = value }
              return latest
            }
            withExtendedLifetime(old) {}  // released outside the lock
          }, end: { _ in }))
      if scope.isDisposed { return }
      run(
        Sink(
          value: { value in
            if let other = latest.withLock({ $0 }) { sink.value((value, other)) }
          }, end: sink.end), scope)
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
