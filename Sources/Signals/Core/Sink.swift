/// Receives the events of one observation, one at a time. Not `Sendable`: whoever calls it from several threads
/// serialises them with a ``Turn`` first, so stages may keep their state in plain captured variables.
///
/// Values and the end are two closures: most stages change values only, and pass the closure for the end on as it is.
@usableFromInline struct Sink<Value: Sendable, Failure: Error> {
  @usableFromInline let value: (Value) -> Void
  @usableFromInline let end: End<Failure>

  @inlinable init(value: @escaping (Value) -> Void, end: End<Failure>) {
    self.value = value
    self.end = end
  }

  @inlinable init(value: @escaping (Value) -> Void, end: @escaping (Completion<Failure>) -> Void) {
    self.init(value: value, end: End(end))
  }

  /// A sink whose events all go to one closure.
  @inlinable init(_ receive: @escaping (Event<Value, Failure>) -> Void) {
    self.init(value: { receive(.value($0)) }, end: { receive($0.event()) })
  }

  /// Receives a value or the end.
  @inlinable func callAsFunction(_ event: Event<Value, Failure>) {
    switch event {
    case .value(let value): self.value(value)
    case .failed(let failure): end(.failed(failure))
    case .completed: end(.completed)
    }
  }
}
