import Signals

extension HTTPTransport {
  /// Sends at most `count` requests at a time, at least one. The others wait in a queue, first in, first out. Disposing a request
  /// frees its place, even while it waits.
  public func limited(to count: Int) -> some HTTPTransport {
    // Each turn sends a request and completes with it.
    let (line, turns) = Signal<Signal<Never, Never>, Never>.pipe()
    line.flatMap(.limited(count)) { $0 }.start()
    return AnyTransport { request in
      Signal { emitter in
        // Keeps the pipe alive while a request waits in it.
        emitter.disposable.onDispose { withExtendedLifetime(turns) {} }
        turns.send(
          Signal { turn in
            emitter.disposable.onDispose { turn.complete() }
            if !emitter.isDisposed { emitter.disposable.add(send(request).observe { emitter.emit($0) }) }
          })
      }
    }
  }
}
