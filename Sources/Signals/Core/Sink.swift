/// Receives the events of one observation, one at a time. Not `Sendable`: a source with several threads delivers inside a
/// ``SerialGate``, so a stage may store its state in captured variables.
///
/// Values and the end have a closure each: most stages change values only, and pass the closure for the end on.
@usableFromInline struct Sink<Value: Sendable, Failure: Error> {
  @usableFromInline let value: (Value) -> Void
  @usableFromInline let end: (Completion<Failure>) -> Void

  @inlinable init(value: @escaping (Value) -> Void, end: @escaping (Completion<Failure>) -> Void) {
    self.value = value
    self.end = end
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

/// The end of a signal, independent of the type of its values.
@usableFromInline enum Completion<Failure: Error>: Sendable {
  case failed(Failure)
  case completed

  /// The terminal event, for a signal of any type of values.
  @inlinable func event<Value: Sendable>() -> Event<Value, Failure> {
    switch self {
    case .failed(let failure): .failed(failure)
    case .completed: .completed
    }
  }
}

/// Receivers that forward values unchanged.
///
/// Not inlinable on purpose: code that is specialised for a type copies a value before it passes it on. Code that does not know
/// the type passes on the value's address, in half the instructions.
@usableFromInline enum Forwarding<Value> {
  /// Forwards values until `scope` is disposed.
  @usableFromInline static func values(to next: @escaping (Value) -> Void, until scope: Disposable) -> (Value) -> Void {
    { if !scope.isDisposed { next($0) } }
  }

  /// Forwards the values that satisfy `isIncluded`.
  @usableFromInline static func values(
    to next: @escaping (Value) -> Void, where isIncluded: @escaping (Value) -> Bool
  ) -> (Value) -> Void {
    { if isIncluded($0) { next($0) } }
  }
}

/// An observer and its scope. Both closures of a sink capture this alone, and so allocate nothing themselves.
@usableFromInline final class Receiver<Value: Sendable, Failure: Error> {
  @usableFromInline let observer: (Event<Value, Failure>) -> Void
  @usableFromInline let scope: Disposable

  @inlinable init(_ observer: @escaping (Event<Value, Failure>) -> Void, _ scope: Disposable) {
    (self.observer, self.scope) = (observer, scope)
  }

  @inlinable func receive(_ value: Value) { if !scope.isDisposed { observer(.value(value)) } }

  @inlinable func end(_ ending: Completion<Failure>) {
    if scope.isDisposed { return }
    observer(ending.event())
    scope.dispose()
  }
}
