/// A filter, an order and a page of entities. A query is a value; each method returns a narrower or more precisely ordered one.
///
///     let thisWeek = Query<Item>()
///       .filter(\.due, in: monday...sunday).filter(\.name, hasPrefix: "Call")
///       .ordered(by: \.due)
///     let secondPage = thisWeek.limited(to: 20, offset: 20)
///
/// A query refers to stored values by key path and takes no closures, so that a store can answer it from an index. An entity matches if
/// it meets all conditions.
public struct Query<Entity: Sendable>: Sendable {
  /// The direction of an order.
  public enum Direction: Sendable {
    /// The least value first.
    case ascending
    /// The greatest value first.
    case descending
  }

  package private(set) var conditions: [QueryCondition<Entity>] = []
  package private(set) var orders: [QueryOrder<Entity>] = []
  package private(set) var limit: Int?
  package private(set) var offset = 0

  /// All entities, in the order in which they were first saved.
  public init() {}

  /// Only entities with this value; `nil` finds entities without a value.
  public func filter<Value: Equatable & Sendable>(
    _ key: any KeyPath<Entity, Value> & Sendable, equals value: Value
  ) -> Self {
    adding([QueryCondition(key, .equal, value) { $0[keyPath: key] == value }])
  }

  /// Only entities with one of these values. An empty list matches no entity.
  public func filter<Value: Hashable & Sendable>(
    _ key: any KeyPath<Entity, Value> & Sendable, in values: [Value]
  ) -> Self {
    adding([QueryCondition(key, anyOf: Set(values))])
  }

  /// Only entities whose value is in a range of the standard library: `a...b`, `a..<b`, `a...`, `...b` or `..<b`.
  public func filter<Value: Comparable & Sendable>(
    _ key: any KeyPath<Entity, Value> & Sendable, in range: some RangeExpression<Value> & Sendable
  ) -> Self {
    adding(QueryCondition.inside(range, key) { $0[keyPath: key] })
  }

  /// Only entities whose value is in a range of the standard library. Entities without a value do not match.
  public func filter<Value: Comparable & Sendable>(
    _ key: any KeyPath<Entity, Value?> & Sendable, in range: some RangeExpression<Value> & Sendable
  ) -> Self {
    adding(QueryCondition.inside(range, key) { $0[keyPath: key] })
  }

  /// Only entities whose text begins with `prefix`, as `String.hasPrefix` defines it: "Über" begins with "U\u{308}", and not with "U".
  public func filter(_ key: any KeyPath<Entity, String> & Sendable, hasPrefix prefix: String) -> Self {
    adding([QueryCondition(key, .prefix, prefix) { $0[keyPath: key].hasPrefix(prefix) }])
  }

  /// Only entities whose text begins with `prefix`, as `String.hasPrefix` defines it. Entities without a text do not match.
  public func filter(_ key: any KeyPath<Entity, String?> & Sendable, hasPrefix prefix: String) -> Self {
    adding([QueryCondition(key, .prefix, prefix) { $0[keyPath: key]?.hasPrefix(prefix) ?? false }])
  }

  /// Only entities whose text contains `part`, in whole characters: "Äpfel" contains "A\u{308}p", and not "Ap". Case matters. No index
  /// leads to such texts: a store looks at all of them. With an index, `SQLiteStore` looks at the texts only, and decodes the
  /// entities it finds.
  public func filter(_ key: any KeyPath<Entity, String> & Sendable, contains part: String) -> Self {
    adding([QueryCondition(key, .substring, part) { $0[keyPath: key].contains(part) }])
  }

  /// Only entities whose text contains `part`. Entities without a text do not match.
  public func filter(_ key: any KeyPath<Entity, String?> & Sendable, contains part: String) -> Self {
    adding([QueryCondition(key, .substring, part) { $0[keyPath: key]?.contains(part) ?? false }])
  }

  /// Only entities whose value is from `first` through `last`, both included. No entity matches if `last` is less than `first`, or
  /// if one of them is NaN.
  public func between<Value: Comparable & Sendable>(
    _ key: any KeyPath<Entity, Value> & Sendable, _ first: Value, _ last: Value
  ) -> Self {
    // Not as ranges: a range of NaN would end the program.
    adding([.atLeast(first, key) { $0[keyPath: key] }, .atMost(last, key) { $0[keyPath: key] }])
  }

  /// Sorts by a value. Entities with equal values are sorted by the next order of the query, and finally by age.
  public func ordered<Value: Comparable & Sendable>(
    by key: any KeyPath<Entity, Value> & Sendable, _ direction: Direction = .ascending
  ) -> Self {
    ordered(by: key, direction) { ($0[keyPath: key], $1[keyPath: key]) }
  }

  /// Sorts by an optional value. Nil sorts before any value.
  public func ordered<Value: Comparable & Sendable>(
    by key: any KeyPath<Entity, Value?> & Sendable, _ direction: Direction = .ascending
  ) -> Self {
    ordered(by: key, direction) { ($0[keyPath: key], $1[keyPath: key]) }
  }

  /// Sorts by a flag. `false` sorts before `true`.
  public func ordered(by key: any KeyPath<Entity, Bool> & Sendable, _ direction: Direction = .ascending) -> Self {
    ordered(by: key, direction) { ($0[keyPath: key] ? 1 : 0, $1[keyPath: key] ? 1 : 0) }
  }

  /// Skips the first `offset` entities and returns at most `count`. Negative numbers count as zero.
  public func limited(to count: Int, offset: Int = 0) -> Self {
    var query = self
    (query.limit, query.offset) = (max(count, 0), max(offset, 0))
    return query
  }

  /// Whether the entity meets every condition. If neither its old nor its new state matches, the change affects no answer.
  package func matches(_ entity: Entity) -> Bool {
    // A plain loop is several times as fast as a sequence's method of a generic type.
    for condition in conditions where !condition.matches(entity) { return false }
    return true
  }

  /// The matching entities, in the query's order. `entities` must be in the order of their age. Complexity: O(n log n) with an order,
  /// O(n) without.
  package func select(from entities: [Entity]) -> [Entity] {
    var found: [Entity] = []
    for entity in entities where matches(entity) { found.append(entity) }
    if !orders.isEmpty {
      found = found.enumerated().sorted { left, right in
        for order in orders {
          if let isBefore = order.isBefore(left.element, right.element) { return isBefore }
        }
        return left.offset < right.offset
      }.map(\.element)
    }
    if offset > 0 { found.removeFirst(min(offset, found.count)) }
    return limit.map { Array(found.prefix($0)) } ?? found
  }

  private func adding(_ conditions: [QueryCondition<Entity>]) -> Self {
    var query = self
    query.conditions += conditions
    return query
  }

  private func ordered<Value: Comparable & Sendable>(
    by key: any AnyKeyPath & Sendable, _ direction: Direction,
    _ values: @escaping @Sendable (Entity, Entity) -> (Value?, Value?)
  ) -> Self {
    var query = self
    query.orders.append(
      QueryOrder(path: key, direction: direction) { left, right in
        let isBefore: Bool
        switch values(left, right) {
        case (nil, nil): return nil
        case (nil, _): isBefore = true
        case (_, nil): isBefore = false
        case (let left?, let right?):
          if left == right { return nil }
          isBefore = left < right
        }
        return direction == .ascending ? isBefore : !isBefore
      })
    return query
  }
}

/// An order of entities by one value.
package struct QueryOrder<Entity: Sendable>: Sendable {
  package let path: any AnyKeyPath & Sendable
  package let direction: Query<Entity>.Direction
  /// Whether the left entity is before the right one; nil if their values are equal.
  let isBefore: @Sendable (Entity, Entity) -> Bool?
}
