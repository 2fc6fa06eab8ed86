import Foundation

/// The entity: a line of the list.
package struct __Name____Item__: Codable, Hashable, Sendable, Identifiable {
  package let id: UUID
  package let text: String
  /// When it was added.
  package let added: Date
}
