/// The building blocks of an operator of one source.
///
/// | the operator | is a |
/// |---|---|
/// | changes values | `stage` of a closure for values |
/// | adds a value before the completion | `lastValue` |
/// | ends before its source does | `endingEarly` |
/// | also changes the end, or needs another teardown | `chained` work that calls `run` with another `Sink` |
///
/// A stage is created for each observation, from the receiver of its events. Captured variables can hold its state safely,
/// because upstream is serial.
extension Signal {
  /// A signal that receives this one's values through `stage`, and ends as this one does.
  @inlinable consuming func stage<U: Sendable>(
    _ stage: @escaping @Sendable (_ next: @escaping (U) -> Void) -> (Value) -> Void
  ) -> Signal<U, Failure> {
    let work = work
    return chained { sink, scope in work(Sink(value: stage(sink.value), end: sink.end), scope) }
  }

  /// A stage that delivers a last value before the completion: the result of `end` for the state, unless it is nil.
  func lastValue<State: Sendable, U: Sendable>(
    _ initial: State, next: @escaping @Sendable (inout State, (U) -> Void, Value) -> Void,
    end: @escaping @Sendable (State) -> U?
  ) -> Signal<U, Failure> {
    chained { sink, scope in
      var state = initial
      let finish = { (ending: Completion<Failure>) in
        if case .completed = ending, let last = end(state) { sink.value(last) }
        if !scope.isDisposed { sink.end(ending) }
      }
      run(Sink(value: { next(&state, sink.value, $0) }, end: finish), scope)
    }
  }

  /// A stage that may end before its source does. The source gets a scope of its own, so that the end of the stage tears it
  /// down at once, whatever is downstream. `end` delivers the terminal event first and then disposes that scope.
  func endingEarly<U: Sendable>(
    _ stage:
      @escaping @Sendable (_ next: @escaping (U) -> Void, _ end: @escaping (Completion<Failure>) -> Void) -> (Value) ->
      Void
  ) -> Signal<U, Failure> {
    chained { sink, scope in
      let source = Disposable(), end = sink.end
      scope.add(source)
      let finish = { (ending: Completion<Failure>) in
        if source.isDisposed { return }
        end(ending)
        source.dispose()
      }
      start(in: source, Sink(value: stage(sink.value, finish), end: finish))
    }
  }

  // MARK: The parts of these stages

  /// A signal of this one's work and one more stage.
  ///
  /// Releasing a long chain of closures would recurse, so a ``ReleaseBox`` comes after every 64 stages, in the description and in
  /// the observation. Only the stages of the receiver count: the other signals of an operator are always in a box.
  @usableFromInline static var boxEvery: Int { 64 }

  @inlinable func chained<U: Sendable, F: Error>(
    _ work: consuming @escaping Signal<U, F>.Work
  ) -> Signal<U, F> {
    let depth = stageCount + 1
    return Signal<U, F>(form: .work(depth % Self.boxEvery == 0 ? Signal<U, F>.boxed(work) : work, depth: depth))
  }

  /// The same, with a scheduler: the stage gets it as pending work may hold it.
  @inlinable func chained<U: Sendable, F: Error>(
    on scheduler: any Scheduler, _ work: @escaping @Sendable (Sink<U, F>, Disposable, any Scheduler) -> Void
  ) -> Signal<U, F> {
    let scheduler = scheduler.view
    return chained { sink, scope in work(sink, scope, scheduler) }
  }

  @usableFromInline static func boxed(_ work: @escaping Work) -> Work {
    let work = ReleaseBox(work)
    return { sink, scope in
      let sink = ReleaseBox(sink)
      work.content(Sink(value: { sink.content.value($0) }, end: { sink.content.end($0) }), scope)
    }
  }

  /// This signal, in a box. For an operator with other signals, or with a closure of the user's that returns signals.
  @usableFromInline var held: Self {
    let box = ReleaseBox(self)
    return Signal(form: .work({ box.content.work($0, $1) }, depth: stageCount))
  }
}

/// A variable that the closure of a stage captures, one access at a time. The check of that would cost more than most stages do.
@usableFromInline final class StageState<Value> {
  @safe @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable init(_ value: Value) { self.value = value }
}
