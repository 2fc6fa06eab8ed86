/// Whether a signal that ended is started again.
enum Restart {
  case no
  case now
  /// - isEndless: whether it may be started again any number of times.
  case after(Duration, any Scheduler, isEndless: Bool)
}

extension Signal {
  /// This signal, started again after its end as `decide` says; runs count from 1.
  func again(_ decide: @escaping @Sendable (_ attempt: Int, Event<Value, Failure>) -> Restart) -> Self {
    chained { sink, scope in
      Restarting(self, decide, Emitter(sink, in: scope)).startLoop()
    }
  }
}

/// One observation of a signal that is started again and again. Runs that end inside their own start go round a loop.
private final class Restarting<Value: Sendable, Failure: Error>: Sendable {
  private enum Phase {
    /// A run is being started; it has not ended inside its start.
    case starting
    /// A run ended inside its start: the loop there starts the next.
    case startAgain
    /// Nothing is being started.
    case waiting
  }
  private let source: Signal<Value, Failure>
  private let decide: @Sendable (Int, Event<Value, Failure>) -> Restart
  private let emitter: Emitter<Value, Failure>
  private let state = Protected((phase: Phase.waiting, attempt: 0))

  init(
    _ source: Signal<Value, Failure>, _ decide: @escaping @Sendable (Int, Event<Value, Failure>) -> Restart,
    _ emitter: Emitter<Value, Failure>
  ) {
    self.source = source
    self.decide = decide
    self.emitter = emitter
  }

  /// Starts a run, and the next ones as long as they end inside their start.
  func startLoop() {
    let isLooping = state.withLock { state in
      defer { state.phase = state.phase == .waiting ? .starting : .startAgain }
      return state.phase != .waiting
    }
    if isLooping { return }
    repeat {
      let attempt = state.withLock { state in
        state.phase = .starting
        state.attempt += 1
        return state.attempt
      }
      let run = Disposable()
      emitter.disposable.add(run)
      if !run.isDisposed { source.start(in: run, Sink { self.receive($0, attempt, run) }) }
    } while state.withLock { state in
      if state.phase == .startAgain { return !emitter.isDisposed }
      state.phase = .waiting
      return false
    }
  }

  /// The next run starts after the teardown of the one before; the last ends the whole first.
  private func receive(_ event: Event<Value, Failure>, _ attempt: Int, _ run: Disposable) {
    guard event.isTerminal else { return emitter.emit(event) }
    switch decide(attempt, event) {
    case .no: emitter.emit(event)
    case .now:
      run.dispose()
      startLoop()
    case .after(let delay, let scheduler, let isEndless):
      run.dispose()
      let start = Repetition.$isUnderWay.withValue(isEndless) {
        scheduler.schedule(after: delay) { self.startLoop() }
      }
      emitter.disposable.add(start)
    }
  }
}
