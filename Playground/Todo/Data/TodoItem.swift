import Foundation
import Services

/// The entity: something to do by a day. It never leaves the interactors. What is completed stays in the store.
package struct TodoItem: Codable, Hashable, Sendable, Identifiable {
  package let id: UUID
  package var name: String
  /// An instant of the day it is due.
  package var due: Date
  /// When it was completed; nil as long as it is to do.
  package var completed: Date?

  package init(id: UUID, name: String, due: Date, completed: Date? = nil) {
    (self.id, self.name, self.due, self.completed) = (id, name, due, completed)
  }

  package static var schema: StoreSchema<TodoItem> { StoreSchema(indexes: [StoreIndex("due", \.due)]) }
}
