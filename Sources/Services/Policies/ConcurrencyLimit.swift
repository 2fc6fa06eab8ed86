public import Signals

/// Limits the number of signals that run at a time. The others wait in a queue, first in, first out.
public final class ConcurrencyLimit: Sendable {
  /// Receives the turns. Each turn runs a signal and completes with it.
  private let turns: Emitter<Signal<Never, Never>, Never>

  /// - Parameter count: the number of signals that may run at a time; at least one.
  public init(_ count: Int) {
    let (signal, input) = Signal<Signal<Never, Never>, Never>.pipe()
    turns = input
    signal.flatMap(.limited(count)) { $0 }.start()
  }

  /// The same signal, started when its turn comes. Disposing it frees its place, even while it waits.
  public func limiting<Value: Sendable, Failure: Error>(_ signal: Signal<Value, Failure>) -> Signal<Value, Failure> {
    Signal { [turns] emitter in
      // Keeps the pipe alive while a signal waits in it.
      emitter.disposable.onDispose { withExtendedLifetime(turns) {} }
      turns.send(
        Signal { turn in
          emitter.disposable.onDispose { turn.complete() }
          if !emitter.isDisposed { emitter.disposable.add(signal.observe { emitter.emit($0) }) }
        })
    }
  }
}

extension HTTPTransport {
  /// Sends at most `count` requests at a time. The others wait in a queue, first in, first out.
  public func limited(to count: Int) -> some HTTPTransport {
    let limit = ConcurrencyLimit(count)
    return AnyTransport { limit.limiting(send($0)) }
  }
}
