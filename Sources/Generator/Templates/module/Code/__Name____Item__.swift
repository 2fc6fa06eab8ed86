import Foundation

/// The entity. It never leaves the interactor.
package struct __Name____Item__: Codable, Hashable, Sendable, Identifiable {
  package let id: UUID
  package let text: String
  /// When it was added.
  package let added: Date

  package init(id: UUID, text: String, added: Date) {
    self.id = id
    self.text = text
    self.added = added
  }
}
