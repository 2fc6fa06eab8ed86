extension Signal {
  /// One value, then the end.
  ///
  ///     just(a)  (a|)
  @inlinable public static func just(_ value: Value) -> Self { Signal(form: .just(value)) }

  /// A failure and no value.
  ///
  ///     fail  ^
  @inlinable public static func fail(_ failure: Failure) -> Self {
    Signal(work: { sink, _ in sink.end(.failed(failure)) })
  }

  /// The end and no value.
  ///
  ///     empty  |
  @inlinable public static var empty: Self { Signal(form: .empty) }

  /// No event, ever. An observation of it holds no memory. Only cancelling its task ends an `await` on it.
  ///
  ///     never  -
  @inlinable public static var never: Self { Signal(work: { _, scope in scope.add(NeverMark.shared) }) }

  /// The elements of a sequence, at once, then the end. Stops iterating when the observation is disposed, as `prefix` does. Without
  /// that, observing a sequence without an end does not return.
  ///
  ///     from([a, b, c])  (abc|)
  @inlinable public static func from<S: Sequence & Sendable>(_ sequence: S) -> Self where S.Element == Value {
    Signal(work: { sink, scope in
      let value = sink.value
      for element in sequence {
        if scope.isDisposed { return }
        value(element)
      }
      if !scope.isDisposed { sink.end(.completed) }
    })
  }

  /// The signal that `make` returns, created anew for each observation.
  ///
  ///     made               a--b|
  ///     deferred { made }  a--b|
  @inlinable public static func deferred(_ make: @escaping @Sendable () -> Self) -> Self {
    Signal(work: { make().run($0, $1) }).held
  }

  /// The outcome of `result`, called anew for each observation: its value and the end, or its failure.
  ///
  ///     result { .success(a) }  (a|)
  @inlinable public static func result(_ result: @escaping @Sendable () -> Result<Value, Failure>) -> Self {
    .deferred {
      switch result() {
      case .success(let value): .just(value)
      case .failure(let failure): .fail(failure)
      }
    }
  }

  /// A hot signal and its input. A value goes to all current observers. A later observer gets the terminal event, if there was
  /// one. Releasing the input releases the observations, without an event; a loop over ``values(buffering:)`` ends.
  ///
  ///     let (taps, input) = Signal<Void, Never>.pipe()
  ///     taps.observeValues { print("tap") }
  ///     input.send(())
  ///     // Prints "tap"
  @inlinable public static func pipe() -> (signal: Self, input: Emitter<Value, Failure>) {
    let emitter = Emitter<Value, Failure>()
    return (emitter.hotSignal, emitter)
  }
}
