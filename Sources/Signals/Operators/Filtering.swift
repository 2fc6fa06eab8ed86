extension Signal {
  /// The values that satisfy `isIncluded`.
  ///
  ///     source                1--2--3--4|
  ///     filter { $0 > 2 }     ------3--4|
  @inlinable public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Self {
    stage { sink in
      { event in
        if case .value(let value) = event, !isIncluded(value) { return }
        sink(event)
      }
    }
  }

  /// The values that differ from the one before, as `areEqual` tells.
  ///
  ///     source            a--a--b--a|
  ///     removeDuplicates  a-----b--a|
  public func removeDuplicates(by areEqual: @escaping @Sendable (Value, Value) -> Bool) -> Self {
    stage { sink in
      var previous: Value?
      return { event in
        if case .value(let value) = event {
          if let previous, areEqual(previous, value) { return }
          previous = value
        }
        sink(event)
      }
    }
  }

  /// The first `count` values; completes with the last of them. `prefix(0)` completes without observing the source, as
  /// does a negative count.
  ///
  ///     source     a--b--c--|
  ///     prefix(2)  a--(b|)
  public func prefix(_ count: Int) -> Self {
    guard count > 0 else { return .empty }
    return endingEarly { sink, end in
      var remaining = count
      return { event in
        guard case .value = event else { return end(event) }
        if remaining == 0 { return }
        remaining -= 1
        sink(event)
        if remaining == 0 { end(.completed) }
      }
    }
  }

  /// The values up to the first that does not satisfy `predicate`, which completes the signal and is left out.
  ///
  ///     source                   1--2--3--1|
  ///     prefix(while: { $0<3 })  1--2--|
  public func prefix(while predicate: @escaping @Sendable (Value) -> Bool) -> Self {
    endingEarly { sink, end in
      { event in
        if case .value(let value) = event, predicate(value) { sink(event) } else { end(event.terminal() ?? .completed) }
      }
    }
  }

  /// The values until `trigger` gives a value or completes: then this completes. The trigger is observed first.
  ///
  ///     source         a--b--c--d|
  ///     trigger        -----x
  ///     prefix(until:) a--b-|
  public func prefix<T: Sendable>(until trigger: Signal<T, Never>) -> Self {
    let trigger = Link(trigger)
    return chained { sink, scope in
      let emitter = Emitter(sink, in: scope)
      let ending = Disposable()
      emitter.disposable.add(ending)
      trigger.content.start(in: ending) { _ in emitter.complete() }
      if emitter.isDisposed { return }
      run({ emitter.emit($0) }, emitter.disposable)
    }
  }

  /// All values but the first `count`; a count of zero or less drops nothing.
  ///
  ///     source        a--b--c|
  ///     dropFirst(1)  ---b--c|
  public func dropFirst(_ count: Int = 1) -> Self {
    stage { sink in
      var remaining = count
      return { event in
        if case .value = event, remaining > 0 { remaining -= 1 } else { sink(event) }
      }
    }
  }

  /// The first value, then the end: `prefix(1)`.
  ///
  ///     source  --a--b|
  ///     first   --(a|)
  public func first() -> Self { prefix(1) }

  /// The terminal event only.
  ///
  ///     source        a--b--|
  ///     ignoreValues  ------|
  public func ignoreValues() -> Self {
    stage { sink in
      { event in
        if event.isTerminal { sink(event) }
      }
    }
  }

  /// `value` before the end, if there was none.
  ///
  ///     source           ---|
  ///     replaceEmpty(x)  ---(x|)
  public func replaceEmpty(with value: Value) -> Self {
    chained { sink, scope in
      var isEmpty = true
      run(
        { event in
          if case .value = event { isEmpty = false }
          if case .completed = event, isEmpty {
            sink(.value(value))
            if scope.isDisposed { return }
          }
          sink(event)
        }, scope)
    }
  }

  /// `value`, then the values of this signal.
  ///
  ///     source      --a--b|
  ///     prepend(x)  x-a--b|
  public func prepend(_ value: Value) -> Self {
    chained { sink, scope in
      sink(.value(value))
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
