extension Signal {
  /// Each value, transformed.
  ///
  ///     source        1--2--|
  ///     map { $0*10 } a--b--|   a=10 b=20
  @inlinable public func map<U: Sendable>(_ transform: @escaping @Sendable (Value) -> U) -> Signal<U, Failure> {
    let work = work
    return chained { sink, scope in
      work(
        { event in
          switch event {
          case .value(let value): sink(.value(transform(value)))
          case .failed(let failure): sink(.failed(failure))
          case .completed: sink(.completed)
          }
        }, scope)
    }
  }

  /// Each value, transformed, until a transformation throws: that ends the signal.
  ///
  ///     source   a--b--c|
  ///     tryMap   x--^        b throws
  public func tryMap<U: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> U
  ) -> Signal<U, Failure> {
    endingEarly { sink, end in
      { event in
        guard case .value(let value) = event else { return event.terminal().map(end) ?? () }
        do throws(Failure) { sink(.value(try transform(value))) } catch { end(.failed(error)) }
      }
    }
  }

  /// Each value, transformed, without those that become nil.
  ///
  ///     source      1--x--3|
  ///     compactMap  1-----3|
  @inlinable public func compactMap<U: Sendable>(
    _ transform: @escaping @Sendable (Value) -> U?
  ) -> Signal<U, Failure> {
    let work = work
    return chained { sink, scope in
      work(
        { event in
          switch event {
          case .value(let value): if let value = transform(value) { sink(.value(value)) }
          case .failed(let failure): sink(.failed(failure))
          case .completed: sink(.completed)
          }
        }, scope)
    }
  }

  /// The running results of combining each value with what came before; `initial` itself is not delivered.
  ///
  ///     source        1--2--3--|
  ///     scan(0, +)    1--3--6--|
  @inlinable public func scan<A: Sendable>(
    _ initial: A, _ combine: @escaping @Sendable (A, Value) -> A
  ) -> Signal<A, Failure> {
    let work = work
    return chained { sink, scope in
      let result = StageState(initial)
      work(
        { event in
          switch event {
          case .value(let value):
            result.value = combine(result.value, value)
            sink(.value(result.value))
          case .failed(let failure): sink(.failed(failure))
          case .completed: sink(.completed)
          }
        }, scope)
    }
  }

  /// The last result of ``scan(_:_:)`` when the signal completes; `initial` if there was no value.
  ///
  ///     source        1--2--3--|
  ///     reduce(0, +)  ---------(6|)
  public func reduce<A: Sendable>(
    _ initial: A, _ combine: @escaping @Sendable (A, Value) -> A
  ) -> Signal<A, Failure> {
    chained { sink, scope in
      var result = initial
      run(
        { event in
          switch event {
          case .value(let value): result = combine(result, value)
          case .failed(let failure): sink(.failed(failure))
          case .completed:
            sink(.value(result))
            if !scope.isDisposed { sink(.completed) }
          }
        }, scope)
    }
  }

  /// All values as one array, when the signal completes.
  ///
  ///     source   a--b--|
  ///     collect  ------(x|)   x=[a, b]
  public func collect() -> Signal<[Value], Failure> {
    chained { sink, scope in
      var values: [Value] = []
      run(
        { event in
          switch event {
          case .value(let value): values.append(value)
          case .failed(let failure): sink(.failed(failure))
          case .completed:
            sink(.value(values))
            if !scope.isDisposed { sink(.completed) }
          }
        }, scope)
    }
  }

  /// The events as values; the signal then completes and cannot fail.
  ///
  ///     source       a--^
  ///     materialize  x--(y|)   x=value(a) y=failed
  public func materialize() -> Signal<Event<Value, Failure>, Never> {
    chained { sink, scope in
      run(
        { event in
          sink(.value(event))
          if event.isTerminal, !scope.isDisposed { sink(.completed) }
        }, scope)
    }
  }
}
