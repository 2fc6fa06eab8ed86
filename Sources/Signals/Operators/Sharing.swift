extension Signal {
  /// One observation of this signal for all observers: begun for the first, ended with the last. The last `replay` values
  /// are given to each new observer; they are forgotten when nobody is left and when the signal ends, and the next observer
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

/// The signal that is shared, and its run: kept by whoever keeps the shared signal, so that a source that is silent is not
/// run again for another observer.
private final class SharedSource<Value: Sendable, Failure: Error>: @unchecked Sendable {
  let signal: Link<Signal<Value, Failure>>
  // Touched under the lock of `Sharing`.
  var run: Emitter<Value, Failure>?

  init(_ signal: Signal<Value, Failure>) { self.signal = Link(signal) }
}

/// What the observers of a shared signal have in common.
///
/// The lock orders what is remembered and what is put in line, as in ``RootNode``; observers are called and the source
/// is started after unlocking. Nothing that an observation keeps keeps the source: a pipe that goes takes it along.
private final class Sharing<Value: Sendable, Failure: Error>: Sendable {
  /// What one run of the source sends through, from the first observer to the last.
  private typealias Run = Emitter<Value, Failure>

  private struct State {
    weak var run: Run?
    weak var source: SharedSource<Value, Failure>?
    /// The run's: it tells runs apart, and ends the source of one that nobody keeps.
    var disposable: Disposable?
    var observers = 0
    var replayed: [Value] = []

    /// Forgets the run; gives what has to be released outside the lock.
    mutating func reset() -> Forgotten {
      let source = source
      defer {
        source?.run = nil
        (run, disposable, observers, replayed) = (nil, nil, 0, [])
      }
      return Forgotten(run: source?.run, source: source, disposable: disposable, replayed: replayed)
    }
  }
  private struct Forgotten {
    var run: Run?
    var source: SharedSource<Value, Failure>?
    var disposable: Disposable?
    var replayed: [Value] = []
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
  private let replay: Int
  private let state = Protected(State())

  init(replay: Int) { self.replay = replay }

  func attach(_ sink: Sink<Value, Failure>, _ scope: Disposable, to source: SharedSource<Value, Failure>) {
    // What the run sends from here on waits at the gate until the replayed values are through.
    let gate = Emitter<Value, Failure>(sink, in: scope)
    _ = gate.subject.enter()  // fresh, so it is free
    let joined = state.withLock { state -> Joined in
      let current = state.run
      let run = current ?? Run()
      let observer = Observer(Sink { gate.emit($0) }, of: run.subject)
      (state.run, state.disposable, state.source, source.run) = (run, run.disposable, source, run)
      state.observers += 1
      return Joined(
        run: run, isFirst: current == nil, replayed: state.replayed, observer: observer,
        isOwner: run.subject.enterOrQueue { [subject = run.subject] in subject.append(observer) })
    }
    let run = joined.run
    if joined.isOwner {
      run.subject.append(joined.observer)
      run.subject.leave()
    }
    scope.add(joined.observer)
    scope.add(Disposable { [disposable = run.disposable] in self.detach(from: disposable) })
    for value in joined.replayed { gate.subject.deliver(value) }
    gate.subject.leave()
    if joined.isFirst { run.observe(source.signal.content) { self.receive($0, run) } }
  }

  private func receive(_ event: Event<Value, Failure>, _ run: Run) {
    let (isOwner, forgotten) = state.withLock { state -> (Bool, Forgotten) in
      var forgotten = Forgotten()
      if state.disposable === run.disposable {
        switch event {
        case .value(let value) where replay > 0:
          state.replayed.append(value)
          if state.replayed.count > replay { forgotten.replayed.append(state.replayed.removeFirst()) }
        case .value: break
        case .failed, .completed: forgotten = state.reset()
        }
      }
      return (run.subject.enter() || run.subject.enterOrQueue { run.deliver(event) }, forgotten)
    }
    withExtendedLifetime(forgotten) {}
    if isOwner {
      run.deliver(event)
      run.subject.leave()
    }
  }

  private func detach(from run: Disposable) {
    let (isLast, forgotten) = state.withLock { state -> (Bool, Forgotten) in
      guard state.disposable === run else { return (false, Forgotten()) }
      state.observers -= 1
      return state.observers == 0 ? (true, state.reset()) : (false, Forgotten())
    }
    withExtendedLifetime(forgotten) {}
    if isLast { run.dispose() }
  }
}
