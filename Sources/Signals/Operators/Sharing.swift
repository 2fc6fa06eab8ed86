extension Signal {
  /// One observation of this signal for all observers: begun for the first, ended with the last. The last `replay` values
  /// are given to each new observer; they are forgotten when nobody is left and when the signal ends, and the next observer
  /// then begins anew.
  ///
  ///     source          a--b--c--|
  ///     first           a--b--c--|
  ///     second, later   -----bc--|   share(replay: 1)
  public func share(replay: Int = 0) -> Self {
    let sharing = Sharing(self, replay: max(replay, 0))
    return Signal(work: { sink, scope in sharing.attach(sink, scope) })
  }
}

/// What the observers of a shared signal have in common.
///
/// The lock orders what is remembered and what is put in line, as in ``PropertyRoot``; observers are called and the source
/// is started after unlocking.
private final class Sharing<Value: Sendable, Failure: Error>: Sendable {
  /// What one run of the source sends through, from the first observer to the last.
  private typealias Run = Emitter<Value, Failure>

  private struct State {
    var run: Run?
    var observers = 0
    var replayed: [Value] = []

    /// Forgets the run; gives what has to be released outside the lock.
    mutating func reset() -> [Value] {
      defer { (run, observers, replayed) = (nil, 0, []) }
      return replayed
    }
  }
  /// What an observer gets as it joins a run.
  private struct Joined {
    let run: Run
    let isFirst: Bool
    let replayed: [Value]
    let observer: Observer<Value, Failure>
    /// Whether the turn was free, so that the observer has to be added by whoever joined.
    let isOwner: Bool
  }
  private let source: Signal<Value, Failure>
  private let replay: Int
  private let state = Protected(State())

  init(_ source: Signal<Value, Failure>, replay: Int) {
    self.source = source
    self.replay = replay
  }

  func attach(_ sink: @escaping Sink<Value, Failure>, _ scope: Disposable) {
    // What the run sends from here on waits at the gate until the replayed values are through.
    let gate = Emitter<Value, Failure>(sink, in: scope)
    _ = gate.turn.take()
    let joined = state.withLock { state -> Joined in
      let run = state.run ?? Run()
      let observer = Observer({ gate.emit($0) }, scope: scope, of: run)
      defer {
        state.run = run
        state.observers += 1
      }
      return Joined(
        run: run, isFirst: state.run == nil, replayed: state.replayed, observer: observer,
        isOwner: run.turn.takeOrQueue { run.append(observer) })
    }
    let run = joined.run
    if joined.isOwner {
      run.append(joined.observer)
      run.turn.leave()
    }
    scope.add(joined.observer)
    scope.add(Disposable { self.detach(from: run) })
    for value in joined.replayed { gate.deliver(.value(value)) }
    gate.turn.leave()
    if joined.isFirst { run.observe(source) { self.receive($0, run) } }
  }

  private func receive(_ event: Event<Value, Failure>, _ run: Run) {
    let (isOwner, forgotten) = state.withLock { state -> (Bool, [Value]) in
      var forgotten: [Value] = []
      if state.run === run {
        switch event {
        case .value(let value) where replay > 0:
          state.replayed.append(value)
          if state.replayed.count > replay { forgotten.append(state.replayed.removeFirst()) }
        case .value: break
        case .failed, .completed: forgotten = state.reset()
        }
      }
      return (run.turn.take() || run.turn.takeOrQueue { run.deliver(event) }, forgotten)
    }
    withExtendedLifetime(forgotten) {}
    if isOwner {
      run.deliver(event)
      run.turn.leave()
    }
  }

  private func detach(from run: Run) {
    let (isLast, forgotten) = state.withLock { state -> (Bool, [Value]) in
      guard state.run === run else { return (false, []) }
      state.observers -= 1
      return state.observers == 0 ? (true, state.reset()) : (false, [])
    }
    withExtendedLifetime(forgotten) {}
    if isLast { run.disposable.dispose() }
  }
}
