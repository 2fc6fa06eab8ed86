import Foundation

/// The entity: something to do by a day. It never leaves the interactors.
///
/// What is completed stays in the store with the time it was completed and leaves the list of what is upcoming, as
/// users of to-do lists expect; undoing the completion brings it back. What is deleted leaves the store, too.
package struct TodoItem: Codable, Hashable, Sendable, Identifiable {
  package let id: UUID
  package var name: String
  /// An instant of the day it is due.
  package var due: Date
  /// When it was completed; nil as long as it is to do.
  package var completed: Date?

  package init(id: UUID, name: String, due: Date, completed: Date? = nil) {
    self.id = id
    self.name = name
    self.due = due
    self.completed = completed
  }
}
