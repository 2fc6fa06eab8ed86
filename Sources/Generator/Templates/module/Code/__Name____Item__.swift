import Foundation

/// The entity: an item of the list.
package struct __Name____Item__: Codable, Hashable, Sendable, Identifiable {
  package let id: UUID
  package let text: String
  /// The date of adding.
  package let added: Date
}
