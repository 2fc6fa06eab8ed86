extension Signal {
  /// A stage that may end before its source does. The source gets a scope of its own, so that ending tears it down at
  /// once, whatever is downstream: `end` delivers the terminal event first and then disposes that scope.
  func endingEarly<U: Sendable>(
    _ stage:
      @escaping @Sendable (_ sink: Sink<U, Failure>, _ end: @escaping (Ending<Failure>) -> Void) -> (Value) -> Void
  ) -> Signal<U, Failure> {
    chained { sink, scope in
      let source = Disposable()
      scope.add(source)
      let end = { (ending: Ending<Failure>) in
        if source.isDisposed { return }
        sink.end(ending)
        source.dispose()
      }
      start(in: source, Sink(value: stage(sink, end), end: end))
    }
  }
}
