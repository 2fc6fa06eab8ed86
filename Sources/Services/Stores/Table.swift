/// Entities by id, in the order in which they were first saved: what a store keeps in memory or writes down.
package struct Table<Entity: Identifiable> {
  package private(set) var entities: [Entity] = []
  private var positions: [Entity.ID: Int] = [:]

  /// A table of `entities`; of those with the same id the last one counts.
  package init(_ entities: [Entity] = []) {
    for entity in entities { save(entity) }
  }

  package subscript(id: Entity.ID) -> Entity? { positions[id].map { entities[$0] } }

  package mutating func save(_ entity: Entity) {
    if let position = positions[entity.id] {
      entities[position] = entity
    } else {
      positions[entity.id] = entities.count
      entities.append(entity)
    }
  }

  /// O(n): those behind it move up.
  package mutating func delete(_ id: Entity.ID) {
    guard let position = positions.removeValue(forKey: id) else { return }
    entities.remove(at: position)
    for index in position..<entities.count { positions[entities[index].id] = index }
  }
}

extension Table: Sendable where Entity: Sendable, Entity.ID: Sendable {}
