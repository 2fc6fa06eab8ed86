/// How a signal ends, whatever its values are.
@usableFromInline enum Completion<Failure: Error>: Sendable {
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

/// The half of a sink that receives the end. A type of its own: a function of `Completion<Never>` would be wrapped anew each
/// time it passes between code that knows the type of the failure and code that does not.
@usableFromInline struct End<Failure: Error> {
  @usableFromInline let body: (Completion<Failure>) -> Void

  @inlinable init(_ body: @escaping (Completion<Failure>) -> Void) { self.body = body }

  @inlinable func callAsFunction(_ completion: Completion<Failure>) { body(completion) }
}
