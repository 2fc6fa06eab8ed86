/// The user that the server knows: the entity, which never leaves the interactor.
package struct User: Codable, Hashable, Sendable {
  package let name: String
  /// 1 is male.
  package let gender: Int
  package let token: String
  package let age: Int
}
