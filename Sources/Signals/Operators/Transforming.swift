extension Signal {
  /// Each value, transformed.
  ///
  ///     source           1--2--|
  ///     map { $0 * 10 }  x--y--|   x=10 y=20
  @inlinable public func map<U: Sendable>(_ transform: @escaping @Sendable (Value) -> U) -> Signal<U, Failure> {
    stage { next in { next(transform($0)) } }
  }

  /// Each value, transformed. An error that `transform` throws ends the signal.
  ///
  ///     source             1--3--0--2|
  ///     tryMap { 6 / $0 }  6--2--^
  public func tryMap<U: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> U
  ) -> Signal<U, Failure> {
    endingEarly { next, end in
      { value in
        do throws(Failure) { next(try transform(value)) } catch { end(.failed(error)) }
      }
    }
  }

  /// Each value, transformed, without nil results.
  ///
  ///     source                  1--x--3|
  ///     compactMap { Int($0) }  1-----3|
  @inlinable public func compactMap<U: Sendable>(
    _ transform: @escaping @Sendable (Value) -> U?
  ) -> Signal<U, Failure> {
    stage { next in { if let value = transform($0) { next(value) } } }
  }

  /// The running results of combining each value with the result before it; `initial` itself is not delivered.
  ///
  ///     source      1--2--3--|
  ///     scan(0, +)  1--3--6--|
  @inlinable public func scan<A: Sendable>(
    _ initial: A, _ combine: @escaping @Sendable (A, Value) -> A
  ) -> Signal<A, Failure> {
    scan(into: initial) { $0 = combine($0, $1) }
  }

  /// The running results, as with ``scan(_:_:)``, of a closure that changes the result in place. Collecting into an array or a
  /// dictionary then needs no copy for each value.
  ///
  ///     source             1--2--3--|
  ///     scan(into: 0, +=)  1--3--6--|
  @inlinable public func scan<A: Sendable>(
    into initial: A, _ update: @escaping @Sendable (inout A, Value) -> Void
  ) -> Signal<A, Failure> {
    stage { next in
      let result = StageState(initial)
      return { value in
        update(&result.value, value)
        next(result.value)
      }
    }
  }

  /// Each value with the one before it, from the second value on.
  ///
  ///     source           1--2--3|
  ///     combinePrevious  ---x--y|   x=12 y=23
  public func combinePrevious() -> Signal<(Value, Value), Failure> {
    stage { next in
      var previous: Value?
      return { value in
        let last = previous
        previous = value
        if let last { next((last, value)) }
      }
    }
  }

  /// Each value with its number, from 0 on.
  ///
  ///     source      a--b--|
  ///     enumerated  x--y--|   x=0a y=1b
  public func enumerated() -> Signal<(offset: Int, value: Value), Failure> {
    stage { next in
      var count = 0
      return { value in
        count += 1
        next((count - 1, value))
      }
    }
  }

  /// The last result of ``scan(_:_:)`` when the signal completes; `initial` if there was no value.
  ///
  ///     source        1--2--3--|
  ///     reduce(0, +)  ---------(6|)
  public func reduce<A: Sendable>(
    _ initial: A, _ combine: @escaping @Sendable (A, Value) -> A
  ) -> Signal<A, Failure> {
    lastValue(initial, next: { result, _, value in result = combine(result, value) }, end: { $0 })
  }

  /// All values as one array, when the signal completes.
  ///
  ///     source   a--b--|
  ///     collect  ------(x|)   x=[a,b]
  public func collect() -> Signal<[Value], Failure> {
    lastValue([], next: { values, _, value in values.append(value) }, end: { $0 })
  }

  /// The events as values. Completes after the terminal event, and cannot fail.
  ///
  ///     source       a--^
  ///     materialize  x--(y|)   x=value(a) y=failed
  public func materialize() -> Signal<Event<Value, Failure>, Never> {
    chained { sink, scope in
      let end = { (ending: Completion<Failure>) in
        sink.value(ending.event())
        if !scope.isDisposed { sink.end(.completed) }
      }
      run(Sink(value: { sink.value(.value($0)) }, end: end), scope)
    }
  }
}
