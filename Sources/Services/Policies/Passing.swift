import Signals

extension Emitter {
  /// Sends an event of another signal on.
  @Sendable func pass(_ event: Event<Value, Failure>) {
    switch event {
    case .value(let value): send(value)
    case .failed(let failure): fail(failure)
    case .completed: complete()
    }
  }
}
