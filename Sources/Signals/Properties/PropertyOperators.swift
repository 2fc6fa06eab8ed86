extension PropertyProtocol {
  /// The value, transformed. `transform` runs when the value is read or observed, once per change for each.
  ///
  ///     source           1--2--3
  ///     map { $0 * 10 }  x--y--z   x=10 y=20 z=30
  @inlinable public func map<U: Sendable>(_ transform: @escaping @Sendable (Value) -> U) -> Property<U> {
    Property(source.map(transform))
  }

  /// A function of two values. One change of a property below gives one notification, however often that property occurs
  /// in the combination: no observer ever sees a mix of old and new.
  ///
  ///     source                1-----2-
  ///     other                 x--y----
  ///     combine(other) { … }  z--u--v-   z=1x u=1y v=2y
  @inlinable public func combine<P: PropertyProtocol, R: Sendable>(
    _ other: P, _ transform: @escaping @Sendable (Value, P.Value) -> R
  ) -> Property<R> {
    Property(source.combine(other.source, transform))
  }

  /// A function of three values. One change of a property below gives one notification, as with two.
  ///
  ///     source               1-----2-
  ///     p                    x--y----
  ///     q                    k----l--
  ///     combine(p, q) { … }  z--u-vw-   z=1xk u=1yk v=1yl w=2yl
  @inlinable public func combine<P: PropertyProtocol, Q: PropertyProtocol, R: Sendable>(
    _ other: P, _ third: Q, _ transform: @escaping @Sendable (Value, P.Value, Q.Value) -> R
  ) -> Property<R> {
    Property(source.combine(other.source, third.source, transform))
  }

  /// A function of four values. One change of a property below gives one notification, as with two.
  ///
  ///     source                  1-----2
  ///     p                       x--y---
  ///     q                       k----l-
  ///     r                       a-b----
  ///     combine(p, q, r) { … }  z-uv-wp   z=1xka u=1xkb v=1ykb w=1ylb p=2ylb
  @inlinable public func combine<P: PropertyProtocol, Q: PropertyProtocol, S: PropertyProtocol, R: Sendable>(
    _ other: P, _ third: Q, _ fourth: S,
    _ transform: @escaping @Sendable (Value, P.Value, Q.Value, S.Value) -> R
  ) -> Property<R> {
    Property(source.combine(other.source, third.source, fourth.source, transform))
  }

  /// The value of the property that `transform` gives for the value now: one property for each value, whoever reads or
  /// observes this.
  ///
  ///     source                       a-----b--
  ///     p                            1--2----3
  ///     q                            7------8-
  ///     flatMap { $0 == a ? p : q }  1--2--78-
  public func flatMap<U: Sendable>(_ transform: @escaping @Sendable (Value) -> Property<U>) -> Property<U> {
    Property(source.flatMap(transform))
  }
}

extension PropertyProtocol where Value: Equatable {
  /// The same value, with notifications only when it has become another. Of equal values that can be told apart, whoever
  /// reads it gets one until it becomes another, and what derives from it is made of that one.
  ///
  ///     source            1--1--2
  ///     removeDuplicates  1-----2
  public func removeDuplicates() -> Property<Value> { Property(source.removeDuplicates(by: ==)) }
}

extension PropertyProtocol where Value == Bool {
  /// Whether both are true.
  ///
  ///     source      t-----f-
  ///     other       f--t----
  ///     and(other)  f--t--f-
  public func and<P: PropertyProtocol>(_ other: P) -> Property<Bool> where P.Value == Bool {
    combine(other) { $0 && $1 }
  }

  /// Whether one of them is true.
  ///
  ///     source     f-----t-
  ///     other      t--f----
  ///     or(other)  t--f--t-
  public func or<P: PropertyProtocol>(_ other: P) -> Property<Bool> where P.Value == Bool {
    combine(other) { $0 || $1 }
  }

  /// Whether it is false.
  ///
  ///     source  t--f-
  ///     not     f--t-
  public var not: Property<Bool> { map { !$0 } }
}
