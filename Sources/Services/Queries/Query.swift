/// Which entities are wanted, and in which order. A value: each method gives a narrower or a better ordered query.
///
///     let thisWeek = Query<Item>().between(\.due, monday, sunday).ordered(by: \.due).ordered(by: \.name)
///
/// It speaks of stored values only, never of a closure over a whole entity, so that a store may answer it from an index,
/// and so that equal questions can be told to be equal.
public struct Query<Entity: Sendable>: Sendable {
  /// Which way an order goes.
  public enum Direction: Sendable {
    /// The least first.
    case ascending
    /// The greatest first.
    case descending
  }

  private(set) var conditions: [any QueryCondition<Entity>] = []
  private(set) var orders: [any QueryOrder<Entity>] = []
  private(set) var limit: Int?
  private(set) var offset = 0

  /// Everything, in the order in which it was first saved.
  public init() {}

  /// Only what has a value from `first` through `last`, both included. Nothing has, if `last` is before `first`.
  public func between<Value: Comparable & Sendable>(
    _ key: any KeyPath<Entity, Value> & Sendable, _ first: Value, _ last: Value
  ) -> Self {
    with { $0.conditions.append(Between(key: key, first: first, last: last)) }
  }

  /// Sorted by a value. What is equal in it is sorted by the next order asked for, and at last by age.
  public func ordered<Value: Comparable & Sendable>(
    by key: any KeyPath<Entity, Value> & Sendable, _ direction: Direction = .ascending
  ) -> Self {
    with { $0.orders.append(Ordered(key: key, direction: direction)) }
  }

  /// At most `count` of them, without the first `offset`. Numbers below zero count as zero.
  public func limited(to count: Int, offset: Int = 0) -> Self {
    with { query in
      query.limit = max(count, 0)
      query.offset = max(offset, 0)
    }
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

  private func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

extension Query: Hashable {
  /// Equal when they ask the same of the same values, in the same words.
  public static func == (left: Self, right: Self) -> Bool {
    left.limit == right.limit && left.offset == right.offset
      && left.conditions.elementsEqual(right.conditions) { $0.isEqual(to: $1) }
      && left.orders.elementsEqual(right.orders) { $0.key == $1.key && $0.direction == $1.direction }
  }

  /// Hashes what is asked about; bounds need not be hashable.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(limit)
    hasher.combine(offset)
    hasher.combine(conditions.map(\.key))
    hasher.combine(orders.map(\.key))
  }
}
