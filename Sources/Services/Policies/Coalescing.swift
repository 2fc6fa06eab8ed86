public import Signals

/// Shares one run of a signal among simultaneous observers of the same key. The run starts with the first observer and ends with the
/// last. An observer that comes after the first value, even from inside its delivery, starts a new run.
public final class Coalescing<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  private struct Run: Sendable {
    /// Tells this run from a later one for the same key.
    let number: Int
    let signal: Signal<Value, Failure>
    var observers = 0
  }
  private struct State: Sendable {
    /// The runs without a value yet.
    var runs: [Key: Run] = [:]
    var count = 0
  }
  private let state = Protected(State())

  /// A coalescing without runs.
  public init() {}

  /// Joins the run for `key`, or starts one with `signal`.
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
    // Removes the run before its observers are notified: a request from inside the delivery must start a new run. A value that
    // arrives between joining the run and observing it is replayed.
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

  /// Removes the run if it is still the current one and `isOver` returns true.
  private func remove(_ key: Key, _ number: Int, if isOver: (inout Run) -> Bool) {
    // The removed run is released outside the lock.
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
  /// Sends equal simultaneous GET and HEAD requests only once and gives all of them the same answer. Any other request is always
  /// sent. If the access token has changed meanwhile, the request is sent again for the requests that had joined.
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
  /// Whether the request changes nothing on the server.
  var isReading: Bool { ["GET", "HEAD"].contains(method) }
}
