extension Signal {
  /// Runs `body` with each value, before the value is passed on.
  ///
  ///     source         a--b--|
  ///     body           a--b---
  ///     doValue(body)  a--b--|
  public func doValue(_ body: @escaping @Sendable (Value) -> Void) -> Self {
    stage { next in
      { value in
        body(value)
        next(value)
      }
    }
  }

  /// Runs `body` with the failure, before the failure is passed on.
  ///
  ///     source          a--^
  ///     body            ---x
  ///     doFailed(body)  a--^
  public func doFailed(_ body: @escaping @Sendable (Failure) -> Void) -> Self {
    doEnd { if case .failed(let failure) = $0 { body(failure) } }
  }

  /// Runs `body` on completion, before the completion is passed on.
  ///
  ///     source             a--|
  ///     body               ---x
  ///     doCompleted(body)  a--|
  public func doCompleted(_ body: @escaping @Sendable () -> Void) -> Self {
    doEnd { if case .completed = $0 { body() } }
  }

  private func doEnd(_ body: @escaping @Sendable (Completion<Failure>) -> Void) -> Self {
    mapEnd { ending in
      body(ending)
      return ending
    }
  }

  /// Runs `body` once when the observation is over: after the terminal event, or when it is disposed. It does not run if the
  /// source is released without an event, such as a pipe without its input, or work that drops its emitter.
  ///
  ///     source           a--b--c|
  ///     body             ----x---
  ///     doFinally(body)  a--b!
  public func doFinally(_ body: @escaping @Sendable () -> Void) -> Self {
    chained { sink, scope in
      let source = Disposable(body)
      scope.add(source)
      start(in: source, sink)
    }
  }

  /// Sends a line to `sink` for each event, and for the disposal of an unfinished observation. Prints the line by default.
  /// A line is `[App/Search.swift:12 query] completed`.
  ///
  ///     source        a--|
  ///     printed       x--y
  ///     log("query")  a--|   x=… value("a") y=… completed
  public func log(
    _ name: String, file: StaticString = #fileID, line: UInt = #line,
    to sink: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> Self {
    let prefix = "[\(file):\(line) \(name)]"
    return watched(
      observed: {}, event: { sink("\(prefix) \($0)") }, disposed: { sink("\(prefix) disposed") })
  }

  /// Calls back for each event of an observation, before the event is passed on.
  package func watched(
    observed: @escaping @Sendable () -> Void, event watch: @escaping @Sendable (Event<Value, Failure>) -> Void,
    disposed: @escaping @Sendable () -> Void
  ) -> Self {
    chained { sink, scope in
      let ended = Disposable()
      observed()
      scope.add(Disposable { if !ended.isDisposed { disposed() } })
      let receive = { (event: Event<Value, Failure>) in
        if scope.isDisposed { return }
        watch(event)
        if event.isTerminal { ended.dispose() }
        sink(event)
      }
      run(Sink(value: { receive(.value($0)) }, end: { receive($0.event()) }), scope)
    }
  }
}
