extension Signal {
  /// A stage that may end before its source does. The source gets a scope of its own, so that ending tears it down at
  /// once, whatever is downstream: `end` delivers the terminal event first and then disposes that scope.
  func endingEarly<U: Sendable>(
    _ stage:
      @escaping @Sendable (_ next: @escaping (U) -> Void, _ end: End<Failure>) -> (Value) -> Void
  ) -> Signal<U, Failure> {
    chained { next, end, scope in
      let source = Disposable()
      scope.add(source)
      let finish = End<Failure> { ending in
        if source.isDisposed { return }
        end(ending)
        source.dispose()
      }
      start(in: source, Sink(value: stage(next, finish), end: finish))
    }
  }
}
