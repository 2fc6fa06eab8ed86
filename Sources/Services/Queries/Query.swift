/// Which entities are wanted, and in which order. A value: each method gives a narrower or a better ordered query.
///
///     let thisWeek = Query<Item>().filter(\.due, in: monday...sunday).filter(\.name, hasPrefix: "Call").ordered(by: \.due)
///     let secondPage = thisWeek.limited(to: 20, offset: 20)
///
/// It speaks of stored values only, never of a closure over a whole entity, so that a store can answer it from an index,
/// and equal queries can share their answers. Conditions add up.
public struct Query<Entity: Sendable>: Sendable {
  /// Which way an order goes.
  public enum Direction: Sendable {
    /// The least first.
    case ascending
    /// The greatest first.
    case descending
  }

  private(set) var conditions: [QueryCondition<Entity>] = []
  private(set) var orders: [QueryOrder<Entity>] = []
  private(set) var limit: Int?
  private(set) var offset = 0

  /// Everything, in the order in which it was first saved.
  public init() {}

  /// Only what has this value; `nil` finds what has none.
  public func filter<Value: Equatable & Sendable>(
    _ key: any KeyPath<Entity, Value> & Sendable, equals value: Value
  ) -> Self {
    adding(QueryCondition(key, .equal, value) { $0[keyPath: key] == value })
  }

  /// Only what has one of these values. Nothing has one of none.
  public func filter<Value: Hashable & Sendable>(
    _ key: any KeyPath<Entity, Value> & Sendable, in values: [Value]
  ) -> Self {
    adding(QueryCondition(key, anyOf: Set(values)))
  }

  /// Only what has a value in a range of the standard library: `a...b`, `a..<b`, `a...`, `...b` or `..<b`.
  public func filter<Value: Comparable & Sendable>(
    _ key: any KeyPath<Entity, Value> & Sendable, in range: some RangeExpression<Value> & Sendable
  ) -> Self {
    adding(QueryCondition.inside(range, key) { $0[keyPath: key] })
  }

  /// Only what has a value, and one in a range of the standard library.
  public func filter<Value: Comparable & Sendable>(
    _ key: any KeyPath<Entity, Value?> & Sendable, in range: some RangeExpression<Value> & Sendable
  ) -> Self {
    adding(QueryCondition.inside(range, key) { $0[keyPath: key] })
  }

  /// Only texts that begin with `prefix`, as `String.hasPrefix` says it: "Über" begins with "U\u{308}", and not with "U".
  public func filter(_ key: any KeyPath<Entity, String> & Sendable, hasPrefix prefix: String) -> Self {
    adding(QueryCondition(key, .prefix, prefix) { $0[keyPath: key].hasPrefix(prefix) })
  }

  /// Only what has a text, and one that begins with `prefix`, as `String.hasPrefix` says it.
  public func filter(_ key: any KeyPath<Entity, String?> & Sendable, hasPrefix prefix: String) -> Self {
    adding(QueryCondition(key, .prefix, prefix) { $0[keyPath: key]?.hasPrefix(prefix) ?? false })
  }

  /// Only what has a value from `first` through `last`, both included. Nothing has, if `last` is before `first`.
  public func between<Value: Comparable & Sendable>(
    _ key: any KeyPath<Entity, Value> & Sendable, _ first: Value, _ last: Value
  ) -> Self {
    filter(key, in: first...).filter(key, in: ...last)
  }

  /// Sorted by a value. What is equal in it is sorted by the next order asked for, and at last by age.
  public func ordered<Value: Comparable & Sendable>(
    by key: any KeyPath<Entity, Value> & Sendable, _ direction: Direction = .ascending
  ) -> Self {
    ordered(by: key, direction) { ($0[keyPath: key], $1[keyPath: key]) }
  }

  /// Sorted by a value that may be missing: no value is less than any value.
  public func ordered<Value: Comparable & Sendable>(
    by key: any KeyPath<Entity, Value?> & Sendable, _ direction: Direction = .ascending
  ) -> Self {
    ordered(by: key, direction) { ($0[keyPath: key], $1[keyPath: key]) }
  }

  /// Sorted by a flag: `false` is less than `true`.
  public func ordered(by key: any KeyPath<Entity, Bool> & Sendable, _ direction: Direction = .ascending) -> Self {
    ordered(by: key, direction) { ($0[keyPath: key] ? 1 : 0, $1[keyPath: key] ? 1 : 0) }
  }

  /// At most `count` of them, without the first `offset`. Numbers below zero count as zero.
  public func limited(to count: Int, offset: Int = 0) -> Self {
    var query = self
    (query.limit, query.offset) = (max(count, 0), max(offset, 0))
    return query
  }

  /// Whether the entity meets every condition: if neither its old nor its new state does, a change of it changes no answer.
  package func matches(_ entity: Entity) -> Bool { conditions.allSatisfy { $0.matches(entity) } }

  /// What the query asks for of `entities`, which are in the order of their age. O(n log n) if it is ordered, else O(n).
  package func select(from entities: [Entity]) -> [Entity] {
    var found = entities.filter(matches)
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

  private func adding(_ conditions: QueryCondition<Entity>...) -> Self { adding(conditions) }

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

/// By which value entities are sorted.
struct QueryOrder<Entity: Sendable>: Sendable {
  let path: any AnyKeyPath & Sendable
  let direction: Query<Entity>.Direction
  /// Whether the left is before the right; nil if they are equal in this order.
  let isBefore: @Sendable (Entity, Entity) -> Bool?
}

extension Query: Hashable {
  /// Equal when they ask the same of the same values, in the same words.
  public static func == (left: Self, right: Self) -> Bool {
    left.limit == right.limit && left.offset == right.offset
      && left.conditions.elementsEqual(right.conditions) { $0.isEqual(to: $1) }
      && left.orders.elementsEqual(right.orders) { $0.path == $1.path && $0.direction == $1.direction }
  }

  /// Hashes what is asked about; bounds need not be hashable.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(limit)
    hasher.combine(offset)
    hasher.combine(conditions.map { $0.path as AnyKeyPath })
    hasher.combine(orders.map { $0.path as AnyKeyPath })
  }
}
