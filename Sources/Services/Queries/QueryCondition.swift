/// What has to be true of an entity, and of which of its values: a store that has an index for `key` asks the index.
protocol QueryCondition<Entity>: Sendable {
  associatedtype Entity
  var key: AnyKeyPath { get }
  /// The least and the greatest value wanted.
  var bounds: (first: any Sendable, last: any Sendable) { get }
  func matches(_ entity: Entity) -> Bool
  func isEqual(to other: any QueryCondition<Entity>) -> Bool
}

struct Between<Entity, Value: Comparable & Sendable>: QueryCondition {
  private let path: any KeyPath<Entity, Value> & Sendable
  private let first: Value, last: Value

  init(key: any KeyPath<Entity, Value> & Sendable, first: Value, last: Value) {
    path = key
    self.first = first
    self.last = last
  }

  var key: AnyKeyPath { path }
  var bounds: (first: any Sendable, last: any Sendable) { (first, last) }

  func matches(_ entity: Entity) -> Bool {
    let value = entity[keyPath: path]
    return first <= value && value <= last
  }

  func isEqual(to other: any QueryCondition<Entity>) -> Bool {
    guard let other = other as? Self else { return false }
    return path as AnyKeyPath == other.path as AnyKeyPath && first == other.first && last == other.last
  }
}
