import Foundation

/// The two categories to search for, trimmed of spaces.
package struct PictureQuery: Hashable, Sendable {
  package let main: String, second: String

  package init(main: String, second: String) {
    self.main = main.trimmingCharacters(in: .whitespacesAndNewlines)
    self.second = second.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// A picture for the screens.
package struct Picture: Hashable, Sendable {
  package let title: String, thumb: String, cover: String

  package init(title: String, thumb: String, cover: String) {
    (self.title, self.thumb, self.cover) = (title, thumb, cover)
  }

  init(_ element: PictureElement) {
    self.init(title: element.fromPageTitle ?? "", thumb: element.thumbURL ?? "", cover: element.hoverURL ?? "")
  }

  /// The id of its details: the file name of its cover without extension.
  package var usrid: String { String((cover.split(separator: "/").last ?? "").prefix { $0 != "." }) }
}

/// The pictures found so far, which Search passes to Results.
package struct FoundPictures: Hashable, Sendable {
  package let query: PictureQuery, pictures: [Picture]
  /// The start of the next page.
  package let next: Int
  /// Whether the last page was empty, so that there are no more.
  package let isComplete: Bool

  package init(query: PictureQuery, pictures: [Picture] = [], next: Int = 0, isComplete: Bool = false) {
    (self.query, self.pictures, self.next, self.isComplete) = (query, pictures, next, isComplete)
  }

  func adding(_ page: [Picture]) -> FoundPictures {
    let next = next + SearchDataManager.pageLength
    return FoundPictures(query: query, pictures: pictures + page, next: next, isComplete: page.isEmpty)
  }
}
