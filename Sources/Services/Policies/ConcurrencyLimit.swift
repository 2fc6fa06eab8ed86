import Signals

/// Lets at most so many signals run at a time; the others wait for their turn, first come, first served.
public final class ConcurrencyLimit: Sendable {
  /// Takes turns, each of which runs a signal and completes with it.
  private let turns: Emitter<Signal<Never, Never>, Never>

  /// - Parameter count: how many may run at a time; less than one counts as one.
  public init(_ count: Int) {
    let (signal, input) = Signal<Signal<Never, Never>, Never>.pipe()
    turns = input
    signal.flatMap(.limited(count)) { $0 }.start()
  }

  /// The same signal, begun when it is its turn. Disposing it gives its place to the next, whether it has begun or not.
  public func limiting<Value: Sendable, Failure: Error>(_ signal: Signal<Value, Failure>) -> Signal<Value, Failure> {
    Signal { [turns] emitter in
      // The pipe lives as long as a signal waits in it.
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
  /// Sends at most `count` requests at a time; the others wait for their turn.
  public func limited(to count: Int) -> some HTTPTransport {
    let limit = ConcurrencyLimit(count)
    return AnyTransport { limit.limiting(send($0)) }
  }
}
