/// By which value entities are sorted.
protocol QueryOrder<Entity>: Sendable {
  associatedtype Entity: Sendable
  var key: AnyKeyPath { get }
  var direction: Query<Entity>.Direction { get }
  /// Whether the left is before the right; nil if they are equal in this order.
  func isBefore(_ left: Entity, _ right: Entity) -> Bool?
}

struct Ordered<Entity: Sendable, Value: Comparable & Sendable>: QueryOrder {
  private let path: any KeyPath<Entity, Value> & Sendable
  let direction: Query<Entity>.Direction

  init(key: any KeyPath<Entity, Value> & Sendable, direction: Query<Entity>.Direction) {
    path = key
    self.direction = direction
  }

  var key: AnyKeyPath { path }

  func isBefore(_ left: Entity, _ right: Entity) -> Bool? {
    let (left, right) = (left[keyPath: path], right[keyPath: path])
    guard left != right else { return nil }
    return direction == .ascending ? left < right : left > right
  }
}
