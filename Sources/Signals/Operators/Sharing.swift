extension Signal {
  /// One observation of this signal for all observers: it begins with the first observer and ends with the last. Each new
  /// observer gets the last `replay` values. They are forgotten when the last observer leaves or the signal ends, and the next
  /// observer starts the signal again.
  ///
  ///     source            a--b--c--|
  ///     share(replay: 1)  a--b--c--|
  ///     a later one            bc--|
  public func share(replay: Int = 0) -> Self {
    let source = SharedSource(self), sharing = Sharing<Value, Failure>(replay: max(replay, 0))
    return Signal(work: { sink, scope in sharing.attach(sink, scope, to: source) })
  }
}

/// The source signal and its current run. The shared signal keeps this object alive, so a silent source is not started again
/// for another observer.
private final class SharedSource<Value: Sendable, Failure: Error>: @unchecked Sendable {
  let signal: Link<Signal<Value, Failure>>
  // Accessed only under the lock of `Sharing`.
  var run: Emitter<Value, Failure>?

  init(_ signal: Signal<Value, Failure>) { self.signal = Link(signal) }
}

/// The common state of the observers of a shared signal.
///
/// The lock orders the replayed values and the queued ones, as in ``RootNode``. Calling observers and starting the source
/// happen after unlocking. No observation keeps the source alive: releasing a pipe also releases its observations.
private final class Sharing<Value: Sendable, Failure: Error>: Sendable {
  /// The emitter of one run of the source, from the first observer to the last.
  private typealias Run = Emitter<Value, Failure>
  private typealias Source = SharedSource<Value, Failure>

  private struct State {
    weak var run: Run?
    weak var source: Source?
    /// The disposable of the run: it identifies the run, and ends a run whose source is not kept alive.
    var disposable: Disposable?
    var observers = 0
    var replayed: [Value] = []

    /// Resets to no run; returns the old parts, to be released after unlocking.
    mutating func reset() -> (State, Source?, Run?) {
      let source = source
      defer { self = State() }
      return (self, source, source?.run.take())
    }
  }
  private let replay: Int
  private let state = Protected(State())

  init(replay: Int) { self.replay = replay }

  func attach(_ sink: Sink<Value, Failure>, _ scope: Disposable, to source: SharedSource<Value, Failure>) {
    // Later values of the run wait at this gate until the replayed values are delivered.
    let front = Emitter<Value, Failure>(sink, in: scope)
    _ = front.subject.enter()  // new, so it is free
    let (run, observer, isOwner, isFirst, replayed) = state.withLock { state in
      let current = state.run, run = current ?? Run()
      let observer = Observer(Sink { front.emit($0) }, of: run.subject)
      (state.run, state.disposable, state.source, source.run) = (run, run.disposable, source, run)
      state.observers += 1
      let isOwner = run.subject.enterOrQueue { [subject = run.subject] in subject.append(observer) }
      return (run, observer, isOwner, current == nil, state.replayed)
    }
    if isOwner {
      run.subject.append(observer)
      run.subject.leave()
    }
    scope.add(observer)
    scope.add(Disposable { [disposable = run.disposable] in self.detach(from: disposable) })
    for value in replayed { front.deliver(.value(value)) }
    front.subject.leave()
    if isFirst { run.observe(source.signal.content) { self.receive($0, run) } }
  }

  private func receive(_ event: Event<Value, Failure>, _ run: Run) {
    let (isOwner, dropped, forgotten) = state.withLock { state in
      var dropped: Value?, forgotten: (State, Source?, Run?)?
      if state.disposable === run.disposable {
        if event.isTerminal { forgotten = state.reset() }
        if replay > 0, let value = event.value {
          state.replayed.append(value)
          if state.replayed.count > replay { dropped = state.replayed.removeFirst() }
        }
      }
      return (run.subject.enterOrQueue { run.deliver(event) }, dropped, forgotten)
    }
    withExtendedLifetime((dropped, forgotten)) {}
    if isOwner {
      run.deliver(event)
      run.subject.leave()
    }
  }

  private func detach(from run: Disposable) {
    let forgotten = state.withLock { state -> (State, Source?, Run?)? in
      guard state.disposable === run else { return nil }
      state.observers -= 1
      return state.observers == 0 ? state.reset() : nil
    }
    if forgotten != nil { run.dispose() }
  }
}
