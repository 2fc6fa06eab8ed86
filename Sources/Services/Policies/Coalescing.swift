import Signals

/// Lets everyone who asks for the same thing at the same time share one run: begun for the first, ended with the last. Who asks
/// once there is an answer, be it from inside of it, asks anew.
public final class Coalescing<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  private struct Run: Sendable {
    /// The how-manieth it is: there may be another one for the same key by now.
    let number: Int
    let signal: Signal<Value, Failure>
    var observers = 0
  }
  private struct State: Sendable {
    /// Those that have given no answer yet.
    var runs: [Key: Run] = [:]
    var count = 0
  }
  private let state = Protected(State())

  /// Nothing is under way.
  public init() {}

  /// `signal`, or what is under way for `key` already.
  public func sharing(_ key: Key, _ signal: Signal<Value, Failure>) -> Signal<Value, Failure> {
    Signal { [self] emitter in
      let joined = state.withLock { state in
        var run = state.runs[key] ?? begin(key, signal, &state)
        run.observers += 1
        state.runs[key] = run
        return run
      }
      emitter.disposable.add(Disposable { self.leave(key, joined.number) })
      emitter.disposable.add(joined.signal.observe { emitter.emit($0) })
    }
  }

  private func begin(_ key: Key, _ signal: Signal<Value, Failure>, _ state: inout State) -> Run {
    state.count += 1
    let number = state.count
    // Before anybody is told: who asks from inside the answer is not to get the same one again. What comes between a look at
    // the runs and the observation is replayed.
    let answered = { @Sendable [self] in remove(key, number) { _ in true } }
    let shared = signal.doNext { _ in answered() }.doError { _ in answered() }.doCompleted(answered).share(replay: 1)
    return Run(number: number, signal: shared)
  }

  private func leave(_ key: Key, _ number: Int) {
    remove(key, number) { run in
      run.observers -= 1
      return run.observers == 0
    }
  }

  /// Forgets that run, if it is still known and `isOver`.
  private func remove(_ key: Key, _ number: Int, if isOver: (inout Run) -> Bool) {
    // What is left over is released outside the lock.
    let removed = state.withLock { state -> Run? in
      guard var run = state.runs[key], run.number == number else { return nil }
      let isRemoved = isOver(&run)
      state.runs[key] = isRemoved ? nil : run
      return isRemoved ? run : nil
    }
    withExtendedLifetime(removed) {}
  }
}

extension HTTPTransport {
  /// Sends a request that is under way already only once, and gives its answer to everyone who asks for the same; requests
  /// that change something are always sent. Where the user has changed meanwhile, the request is sent anew for the others.
  public func coalesced() -> some HTTPTransport {
    let coalescing = Coalescing<HTTPRequest, HTTPResponse, ServiceFailure>()
    return AnyTransport { request in
      guard request.isReading else { return send(request) }
      return .deferred {
        let isMine = Protected(false)
        let mine = Signal.deferred {
          isMine.withLock { $0 = true }
          return send(request)
        }
        return coalescing.sharing(request, mine).flatMap { response in
          isMine.withLock { $0 } || response.isStillGranted() ? .just(response) : send(request)
        }
      }
    }
  }
}

extension HTTPRequest {
  /// Whether it only asks.
  var isReading: Bool { ["GET", "HEAD"].contains(method) }
}
