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
}

/// How a signal ends, whatever its values are.
@usableFromInline enum Ending<Failure: Error>: Sendable {
  case failed(Failure)
  case completed

  /// The terminal event of a signal of such values.
  @inlinable func event<Value: Sendable>(as type: Value.Type = Value.self) -> Event<Value, Failure> {
    switch self {
    case .failed(let failure): .failed(failure)
    case .completed: .completed
    }
  }
}

extension Event: Equatable where Value: Equatable, Failure: Equatable {}
extension Event: Hashable where Value: Hashable, Failure: Hashable {}
