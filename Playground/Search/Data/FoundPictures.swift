import Foundation

/// What is searched for. Neither text begins or ends with a space, however it was typed.
package struct PictureQuery: Hashable, Sendable {
  package let main: String, second: String

  package init(main: String, second: String) {
    self.main = main.trimmingCharacters(in: .whitespacesAndNewlines)
    self.second = second.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// A picture as the screens show it.
package struct Picture: Hashable, Sendable {
  package let title: String, thumb: String, cover: String

  package init(title: String, thumb: String, cover: String) {
    (self.title, self.thumb, self.cover) = (title, thumb, cover)
  }

  init(_ element: PictureElement) {
    self.init(title: element.fromPageTitle ?? "", thumb: element.thumbURL ?? "", cover: element.hoverURL ?? "")
  }

  /// Names its details: the name of its cover, without folder and ending.
  package var usrid: String { String((cover.split(separator: "/").last ?? "").prefix { $0 != "." }) }
}

/// What was found so far: the intent data that Search hands to Results.
package struct FoundPictures: Hashable, Sendable {
  package let query: PictureQuery, pictures: [Picture]
  /// Where the next page begins.
  package let next: Int
  /// Whether the last page had no pictures: there are no more.
  package let isComplete: Bool

  package init(query: PictureQuery, pictures: [Picture] = [], next: Int = 0, isComplete: Bool = false) {
    (self.query, self.pictures, self.next, self.isComplete) = (query, pictures, next, isComplete)
  }

  func adding(_ page: [Picture]) -> FoundPictures {
    let next = next + SearchDataManager.pageLength
    return FoundPictures(query: query, pictures: pictures + page, next: next, isComplete: page.isEmpty)
  }
}
