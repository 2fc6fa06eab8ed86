/// Which entities are wanted, and in which order. A value: each method gives a narrower or a better ordered query.
///
///     let thisWeek = Query<Item>().between(\.due, monday, sunday).ordered(by: \.due).ordered(by: \.name)
///
/// It speaks of stored values only, never of a closure over a whole entity, so that a store may answer it from an index.
public struct Query<Entity: Sendable>: Sendable {
  /// Which way an order goes.
  public enum Direction: Sendable {
    /// The least first.
    case ascending
    /// The greatest first.
    case descending
  }

  private var conditions: [Condition] = []
  private var orders: [Order] = []
  private var limit: Int?
  private var offset = 0

  /// Everything, in the order in which it was first saved.
  public init() {}

  /// Only what has a value from `first` through `last`, both included. Nothing has, if `last` is before `first`.
  public func between<Value: Comparable & Sendable>(
    _ key: any KeyPath<Entity, Value> & Sendable, _ first: Value, _ last: Value
  ) -> Self {
    with { query in
      query.conditions.append(
        Condition { entity in
          let value = entity[keyPath: key]
          return first <= value && value <= last
        })
    }
  }

  /// Sorted by a value. What is equal in it is sorted by the next order asked for, and at last by age.
  public func ordered<Value: Comparable & Sendable>(
    by key: any KeyPath<Entity, Value> & Sendable, _ direction: Direction = .ascending
  ) -> Self {
    with { query in
      query.orders.append(
        Order { left, right in
          let (left, right) = (left[keyPath: key], right[keyPath: key])
          guard left != right else { return nil }
          return direction == .ascending ? left < right : left > right
        })
    }
  }

  /// At most `count` of them, without the first `offset`. Numbers below zero count as zero.
  public func limited(to count: Int, offset: Int = 0) -> Self {
    with { query in
      query.limit = max(count, 0)
      query.offset = max(offset, 0)
    }
  }

  /// What the query asks for of `entities`, which are in the order of their age. O(n log n) if it is ordered, else O(n).
  package func select(from entities: some Sequence<Entity>) -> [Entity] {
    var found = entities.filter { entity in conditions.allSatisfy { $0.matches(entity) } }
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

  private func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

extension Query {
  private struct Condition: Sendable { let matches: @Sendable (Entity) -> Bool }
  /// Whether the left is before the right; nil if they are equal in this order.
  private struct Order: Sendable { let isBefore: @Sendable (Entity, Entity) -> Bool? }
}
