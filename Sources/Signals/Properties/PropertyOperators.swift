extension PropertyProtocol {
  /// The value, transformed. `transform` runs when the value is read or observed, once per change for each.
  public func map<U: Sendable>(_ transform: @escaping @Sendable (Value) -> U) -> Property<U> {
    Property(source.map(transform))
  }

  /// A function of two values. One change of a property below gives one notification, however often that property occurs
  /// in the combination: no observer ever sees a mix of old and new.
  public func combine<P: PropertyProtocol, R: Sendable>(
    _ other: P, _ transform: @escaping @Sendable (Value, P.Value) -> R
  ) -> Property<R> {
    Property(source.combine(other.source, transform))
  }

  /// The value of the property that `transform` gives for the value now.
  public func flatMap<U: Sendable>(_ transform: @escaping @Sendable (Value) -> Property<U>) -> Property<U> {
    Property(source.flatMap(transform))
  }
}

extension PropertyProtocol where Value: Equatable {
  /// The same value, with notifications only when it has become another.
  public func removeDuplicates() -> Property<Value> { Property(source.removeDuplicates(by: ==)) }
}

extension PropertyProtocol where Value == Bool {
  /// Whether both are true.
  public func and<P: PropertyProtocol>(_ other: P) -> Property<Bool> where P.Value == Bool {
    combine(other) { $0 && $1 }
  }

  /// Whether one of them is true.
  public func or<P: PropertyProtocol>(_ other: P) -> Property<Bool> where P.Value == Bool {
    combine(other) { $0 || $1 }
  }

  /// Whether it is false.
  public var not: Property<Bool> { map { !$0 } }
}
