extension Signal {
  /// One observation of this signal for all observers: begun for the first, ended with the last. The last `replay` values
  /// are given to each new observer; they are forgotten when the last observer leaves and when the signal ends. The next observer
  /// then begins anew.
  ///
  ///     source            a--b--c--|
  ///     share(replay: 1)  a--b--c--|
  ///     a later one            bc--|
  public func share(replay: Int = 0) -> Self {
    let source = SharedSource(self), sharing = Sharing<Value, Failure>(replay: max(replay, 0))
    return Signal(work: { sink, scope in sharing.attach(sink, scope, to: source) })
  }
}

/// The signal that is shared, and its run. The shared signal keeps it alive, so a source that is silent is not run again for another
/// observer.
private final class SharedSource<Value: Sendable, Failure: Error>: @unchecked Sendable {
  let signal: Link<Signal<Value, Failure>>
  // Touched under the lock of `Sharing`.
  var run: Emitter<Value, Failure>?

  init(_ signal: Signal<Value, Failure>) { self.signal = Link(signal) }
}

/// The state that the observers of a shared signal have in common.
///
/// The lock orders what is remembered and what is queued, as in ``RootNode``; observers are called and the source is started
/// after unlocking. No observation keeps the source alive: a pipe that goes takes the observations along.
private final class Sharing<Value: Sendable, Failure: Error>: Sendable {
  /// What one run of the source sends through, from the first observer to the last.
  private typealias Run = Emitter<Value, Failure>
  private typealias Source = SharedSource<Value, Failure>

  private struct State {
    weak var run: Run?
    weak var source: Source?
    /// The run's: it tells runs apart, and ends the source of one that nothing keeps alive.
    var disposable: Disposable?
    var observers = 0
    var replayed: [Value] = []

    /// Forgets the run; gives all that was, to be released outside the lock.
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
    // What the run sends from here on waits at this gate until the replayed values are through.
    let front = Emitter<Value, Failure>(sink, in: scope)
    _ = front.subject.enter()  // fresh, so it is free
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
