extension PropertyProtocol {
  /// The value, transformed. `transform` runs once for each change, when the value is read or observed.
  ///
  ///     source           1--2--3
  ///     map { $0 * 10 }  x--y--z   x=10 y=20 z=30
  @inlinable public func map<U: Sendable>(_ transform: @escaping @Sendable (Value) -> U) -> Property<U> {
    Property(.function(of: source.node, transform), keeping: source.keeper)
  }

  /// A function of two values. One change of a common source gives one notification, even if that source occurs several times:
  /// no observer ever sees a mix of old and new.
  ///
  ///     source                1-----2-
  ///     other                 x--y----
  ///     combine(other) { … }  z--u--v-   z=1x u=1y v=2y
  @inlinable public func combine<P: PropertyProtocol, R: Sendable>(
    _ other: P, _ transform: @escaping @Sendable (Value, P.Value) -> R
  ) -> Property<R> {
    let other = other.source
    let inputs = InputPair(Input(source.node), Input(other.node))
    return Property(
      .function(of: inputs) { transform($0.0, $0.1) }, keeping: PropertyKeepers.of([source.keeper, other.keeper]))
  }

  /// A function of three values. One change of a common source gives one notification, as with two values.
  ///
  ///     source               1-----2-
  ///     p                    x--y----
  ///     q                    k----l--
  ///     combine(p, q) { … }  z--u-vw-   z=1xk u=1yk v=1yl w=2yl
  @inlinable public func combine<P: PropertyProtocol, Q: PropertyProtocol, R: Sendable>(
    _ other: P, _ third: Q, _ transform: @escaping @Sendable (Value, P.Value, Q.Value) -> R
  ) -> Property<R> {
    let other = other.source, third = third.source
    let inputs = InputPair(InputPair(Input(source.node), Input(other.node)), Input(third.node))
    return Property(
      .function(of: inputs) { transform($0.0.0, $0.0.1, $0.1) },
      keeping: PropertyKeepers.of([source.keeper, other.keeper, third.keeper]))
  }

  /// A function of four values. One change of a common source gives one notification, as with two values.
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
    let other = other.source, third = third.source, fourth = fourth.source
    let inputs = InputPair(
      InputPair(Input(source.node), Input(other.node)), InputPair(Input(third.node), Input(fourth.node)))
    return Property(
      .function(of: inputs) { transform($0.0.0, $0.0.1, $0.1.0, $0.1.1) },
      keeping: PropertyKeepers.of([source.keeper, other.keeper, third.keeper, fourth.keeper]))
  }

  /// The value of the property that `transform` returns for the current value: one property for each value, shared by all
  /// readers and observers.
  ///
  /// An observation keeps the selected property until another one is selected or the source ends. So an observation that
  /// selects a property made of the source itself does not complete; it has to be disposed.
  ///
  ///     source                       a-----b--
  ///     p                            1--2----3
  ///     q                            7------8-
  ///     flatMap { $0 == a ? p : q }  1--2--78-
  @inlinable public func flatMap<U: Sendable>(_ transform: @escaping @Sendable (Value) -> Property<U>) -> Property<U> {
    let node = FlatMapNode(of: source.node, transform)
    return Property(node, keeping: PropertyKeepers.of([source.keeper, node.keeper()]))
  }
}

extension PropertyProtocol where Value: Equatable {
  /// The same value; notifies only when it becomes a different one.
  ///
  ///     source            1--1--2
  ///     removeDuplicates  1-----2
  @inlinable public func removeDuplicates() -> Property<Value> {
    Property(DistinctNode(of: source.node, ==), keeping: source.keeper)
  }
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

  /// Whether at least one of them is true.
  ///
  ///     source     f-----t-
  ///     other      t--f----
  ///     or(other)  t--f--t-
  public func or<P: PropertyProtocol>(_ other: P) -> Property<Bool> where P.Value == Bool {
    combine(other) { $0 || $1 }
  }

  /// Whether the value is false.
  ///
  ///     source  t--f-
  ///     not     f--t-
  public var not: Property<Bool> { map { !$0 } }
}
