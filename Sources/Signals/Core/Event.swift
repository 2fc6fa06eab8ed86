/// What a signal delivers: any number of values, then at most one terminal event.
///
///     value* (failed | completed)?
public enum Event<Value: Sendable, Failure: Error>: Sendable {
  /// The next value.
  case value(Value)
  /// The end, with a reason.
  case failed(Failure)
  /// The end.
  case completed

  /// Whether nothing can follow.
  @inlinable public var isTerminal: Bool {
    if case .value = self { false } else { true }
  }

  /// The value, if this is one.
  @inlinable public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// The event of another signal that ends the same way; nil for a value.
  @inlinable func terminal<U: Sendable>(as type: U.Type = U.self) -> Event<U, Failure>? {
    switch self {
    case .value: nil
    case .failed(let failure): .failed(failure)
    case .completed: .completed
    }
  }
}

extension Event: Equatable where Value: Equatable, Failure: Equatable {}
extension Event: Hashable where Value: Hashable, Failure: Hashable {}

/// Receives the events of one observation, one at a time. Not `Sendable`: whoever calls it from several threads
/// serialises them with a ``Turn`` first, so stages may keep their state in plain captured variables.
@usableFromInline typealias Sink<Value: Sendable, Failure: Error> = (Event<Value, Failure>) -> Void
