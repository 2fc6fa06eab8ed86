import Foundation

/// The entity: an item of the list. It stays behind the interactor.
package struct __Name____Item__: Codable, Hashable, Sendable, Identifiable {
  package let id: UUID, text: String
  /// The date of adding.
  package let added: Date
  var row: __Name__Row { __Name__Row(id: id, text: text) }
}
