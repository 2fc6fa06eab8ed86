extension Signal {
  /// The values that satisfy `isIncluded`.
  ///
  ///     source             1--4--2--3|
  ///     filter { $0 > 2 }  ---4-----3|
  @inlinable public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Self {
    let work = work
    return chained { sink, scope in
      work(Sink(value: Forwarding.values(to: sink.value, where: isIncluded), end: sink.end), scope)
    }
  }

  /// The values that differ from the one before, according to `areEqual`.
  ///
  ///     source                                 1--3--5--4|
  ///     removeDuplicates { abs($0 - $1) < 3 }  1-----5---|
  public func removeDuplicates(by areEqual: @escaping @Sendable (Value, Value) -> Bool) -> Self {
    stage { next in
      var previous: Value?
      return { value in
        if let previous, areEqual(previous, value) { return }
        previous = value
        next(value)
      }
    }
  }

  /// The first `count` values; completes with the last of them. A count of zero or less completes without observing the source.
  ///
  ///     source     a--b--c--|
  ///     prefix(2)  a--(b|)
  public func prefix(_ count: Int) -> Self {
    guard count > 0 else { return .empty }
    return endingEarly { next, end in
      var remaining = count
      return { value in
        if remaining == 0 { return }
        remaining -= 1
        next(value)
        if remaining == 0 { end(.completed) }
      }
    }
  }

  /// The values before the first one that does not satisfy `predicate`, which completes the signal. With `inclusive`, that value
  /// is the last one.
  ///
  ///     source                     1--2--3--1|
  ///     prefix(while: { $0 < 3 })  1--2--|
  ///
  ///     source                                      1--2--3--1|
  ///     prefix(while: { $0 < 3 }, inclusive: true)  1--2--(3|)
  public func prefix(while predicate: @escaping @Sendable (Value) -> Bool, inclusive: Bool = false) -> Self {
    endingEarly { next, end in
      { value in
        let isOver = !predicate(value)
        if !isOver || inclusive { next(value) }
        if isOver { end(.completed) }
      }
    }
  }

  /// The values until `trigger` sends a value or completes; then this completes, too. The trigger is observed first.
  ///
  ///     source                  a--b--c--d|
  ///     trigger                 -----x-----
  ///     prefix(until: trigger)  a--b-|
  public func prefix<T: Sendable>(until trigger: Signal<T, Never>) -> Self {
    join { join in
      join.observe(trigger.promoteFailure()) { _, _ in join.complete() }
      join.observe(self) { _, value in join.send(value) }
    }
  }

  /// All values but the first `count`; a count of zero or less drops nothing.
  ///
  ///     source        a--b--c|
  ///     dropFirst(1)  ---b--c|
  public func dropFirst(_ count: Int = 1) -> Self {
    enumerated().compactMap { $0.offset < count ? Value?.none : $0.value }
  }

  /// The values from the first one on that does not satisfy `predicate`.
  ///
  ///     source                   1--3--2--4|
  ///     drop(while: { $0 < 3 })  ---3--2--4|
  public func drop(while predicate: @escaping @Sendable (Value) -> Bool) -> Self {
    stage { next in
      var isDropping = true
      return { value in
        if isDropping, predicate(value) { return }
        isDropping = false
        next(value)
      }
    }
  }

  /// The first value, then the end: `prefix(1)`.
  ///
  ///     source  --a--b|
  ///     first   --(a|)
  public func first() -> Self { prefix(1) }

  /// The first value that satisfies `predicate`, then the end.
  ///
  ///     source                    1--4--2|
  ///     first(where: { $0 > 2 })  ---(4|)
  public func first(where predicate: @escaping @Sendable (Value) -> Bool) -> Self { filter(predicate).first() }

  /// The terminal event alone.
  ///
  ///     source        a--b--|
  ///     ignoreValues  ------|
  public func ignoreValues() -> Self { filter { _ in false } }

  /// The same events, with `value` before the end if there was no value.
  ///
  ///     source                 ---|
  ///     replaceEmpty(with: x)  ---(x|)
  public func replaceEmpty(with value: Value) -> Self {
    lastValue(true) { isEmpty, next, value in
      isEmpty = false
      next(value)
    } end: {
      $0 ? value : nil
    }
  }

  /// `value`, then the values of this signal.
  ///
  ///     source      --a--b|
  ///     prepend(x)  x-a--b|
  public func prepend(_ value: Value) -> Self {
    chained { sink, scope in
      sink.value(value)
      if !scope.isDisposed { run(sink, scope) }
    }
  }
}

extension Signal where Value: Equatable {
  /// The values that differ from the one before.
  ///
  ///     source            a--a--b--a|
  ///     removeDuplicates  a-----b--a|
  public func removeDuplicates() -> Self { removeDuplicates(by: ==) }
}
