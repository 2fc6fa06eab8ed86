import Foundation

/// A line of the list as it is shown.
package struct __Name__Row: Hashable, Sendable, Identifiable {
  package let id: UUID
  package let text: String

  package init(id: UUID, text: String) {
    self.id = id
    self.text = text
  }
}
