extension Signal {
  /// A stage that may end before its source does. The source gets a scope of its own, so that ending tears it down at
  /// once, whatever is downstream: `end` delivers the terminal event first and then disposes that scope.
  func endingEarly<U: Sendable, F: Error>(
    _ stage:
      @escaping @Sendable (
        _ sink: @escaping Sink<U, F>, _ end: @escaping (Event<U, F>) -> Void
      ) -> Sink<Value, Failure>
  ) -> Signal<U, F> {
    chained { sink, scope in
      let source = Disposable()
      scope.add(source)
      start(
        in: source,
        stage(sink) { event in
          if source.isDisposed { return }
          sink(event)
          source.dispose()
        })
    }
  }
}
