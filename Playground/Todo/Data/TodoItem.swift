import Foundation
import Services

/// The entity: an item with a due day. It never leaves the interactors. A completed item stays in the store.
package struct TodoItem: Codable, Hashable, Sendable, Identifiable {
  package let id: UUID
  package var name: String
  /// An instant of the due day.
  package var due: Date
  /// The date of completion; nil for an open item.
  package var completed: Date?

  package init(id: UUID, name: String, due: Date, completed: Date? = nil) {
    (self.id, self.name, self.due, self.completed) = (id, name, due, completed)
  }

  package static var schema: StoreSchema<TodoItem> { StoreSchema(indexes: [StoreIndex("due", \.due)]) }
}
