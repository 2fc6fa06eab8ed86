/// A condition on one value of an entity. A store with an index for `path` looks up ``indexed``.
package struct QueryCondition<Entity: Sendable>: Sendable {
  package enum Relation: Sendable { case equal, among, atLeast, atMost, below, prefix, substring }

  package let path: any AnyKeyPath & Sendable
  package let relation: Relation
  /// The operands in their index form; nil if an index cannot hold them.
  package let indexed: [IndexedValue]?
  let matches: @Sendable (Entity) -> Bool

  init(
    _ path: any AnyKeyPath & Sendable, _ relation: Relation, _ operand: some Sendable,
    _ matches: @escaping @Sendable (Entity) -> Bool
  ) {
    (self.path, self.relation, self.matches) = (path, relation, matches)
    indexed = (operand as? any IndexRepresentable).map { [$0.indexed] }
  }

  init<Value: Hashable & Sendable>(_ path: any KeyPath<Entity, Value> & Sendable, anyOf values: Set<Value>) {
    (self.path, relation) = (path, .among)
    let known = values.compactMap { ($0 as? any IndexRepresentable)?.indexed }
    indexed = known.count == values.count ? known : nil
    matches = { values.contains($0[keyPath: path]) }
  }

  /// The condition for a value from `bound` on.
  static func atLeast<Value: Comparable & Sendable>(
    _ bound: Value, _ path: any AnyKeyPath & Sendable, _ value: @escaping @Sendable (Entity) -> Value?
  ) -> Self {
    Self(path, .atLeast, bound) { value($0).map { bound <= $0 } ?? false }
  }

  /// The condition for a value up to `bound`.
  static func atMost<Value: Comparable & Sendable>(
    _ bound: Value, _ path: any AnyKeyPath & Sendable, _ value: @escaping @Sendable (Entity) -> Value?
  ) -> Self {
    Self(path, .atMost, bound) { value($0).map { $0 <= bound } ?? false }
  }

  /// The conditions for a range.
  static func inside<Value: Comparable & Sendable>(
    _ range: some RangeExpression<Value> & Sendable, _ path: any AnyKeyPath & Sendable,
    _ value: @escaping @Sendable (Entity) -> Value?
  ) -> [Self] {
    func atLeast(_ bound: Value) -> Self { .atLeast(bound, path, value) }
    func atMost(_ bound: Value) -> Self { .atMost(bound, path, value) }
    func below(_ bound: Value) -> Self { Self(path, .below, bound) { value($0).map { $0 < bound } ?? false } }
    switch range {
    case let range as ClosedRange<Value>: return [atLeast(range.lowerBound), atMost(range.upperBound)]
    case let range as Range<Value>: return [atLeast(range.lowerBound), below(range.upperBound)]
    case let range as PartialRangeFrom<Value>: return [atLeast(range.lowerBound)]
    case let range as PartialRangeThrough<Value>: return [atMost(range.upperBound)]
    case let range as PartialRangeUpTo<Value>: return [below(range.upperBound)]
    default:
      preconditionFailure(
        "\(type(of: range)) is not a range of the standard library; use a...b, a..<b, a..., ...b or ..<b")
    }
  }
}
