/// An event of a signal. There are any number of values, then at most one terminal event.
///
///     value* (failed | completed)?
public enum Event<Value: Sendable, Failure: Error>: Sendable {
  /// The next value.
  case value(Value)
  /// The end, with a failure.
  case failed(Failure)
  /// The end.
  case completed

  /// Whether this is the last event.
  @inlinable public var isTerminal: Bool {
    if case .value = self { false } else { true }
  }

  /// The value; nil for a terminal event.
  @inlinable public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}

extension Event: Equatable where Value: Equatable, Failure: Equatable {}
extension Event: Hashable where Value: Hashable, Failure: Hashable {}
