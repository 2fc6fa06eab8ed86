/// A picture as the service knows it: the entity, which never leaves the interactors.
package struct Picture: Decodable, Hashable, Sendable {
  private let fromPageTitle: String?
  private let thumbURL: String?
  private let hoverURL: String?

  package var title: String { fromPageTitle ?? "" }
  package var thumb: String { thumbURL ?? "" }
  package var cover: String { hoverURL ?? "" }
  /// Whether there is nothing in it.
  package var isEmpty: Bool { title.isEmpty && thumb.isEmpty && cover.isEmpty }
}
