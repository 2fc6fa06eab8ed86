import Signals

/// Lets everyone who asks for the same thing at the same time share one run: begun for the first, ended with the last.
public final class Coalescing<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  private struct Run: Sendable {
    let signal: Signal<Value, Failure>
    var observers = 0
  }
  private let runs = Protected<[Key: Run]>([:])

  /// Nothing is under way.
  public init() {}

  /// `signal`, or what is under way for `key` already.
  public func sharing(_ key: Key, _ signal: Signal<Value, Failure>) -> Signal<Value, Failure> {
    Signal { [self] emitter in
      let shared = runs.withLock { runs in
        var run = runs[key] ?? Run(signal: signal.share(replay: 1))
        run.observers += 1
        runs[key] = run
        return run.signal
      }
      emitter.disposable.add(Disposable { self.leave(key) })
      emitter.disposable.add(shared.observe(emitter.pass))
    }
  }

  private func leave(_ key: Key) {
    // What is left over is released outside the lock.
    let last = runs.withLock { runs in
      runs[key]?.observers -= 1
      return runs[key]?.observers == 0 ? runs.removeValue(forKey: key) : nil
    }
    withExtendedLifetime(last) {}
  }
}

extension HTTPTransport {
  /// Sends a request that is under way already only once, and gives its answer to everyone who asks for the same; requests
  /// that change something are always sent.
  public func coalesced() -> some HTTPTransport {
    let coalescing = Coalescing<HTTPRequest, HTTPResponse, ServiceFailure>()
    return AnyTransport { request in
      request.isReading ? coalescing.sharing(request, send(request)) : send(request)
    }
  }
}

extension HTTPRequest {
  /// Whether it only asks.
  var isReading: Bool { ["GET", "HEAD"].contains(method) }
}
