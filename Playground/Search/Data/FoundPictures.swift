/// A picture that was found.
package struct FoundPicture: Hashable, Sendable {
  /// What its details are asked for: the name of its cover, without folder and ending.
  package let usrid: String
  package let title: String
  package let thumb: String
  package let cover: String

  package init(usrid: String, title: String, thumb: String, cover: String) {
    (self.usrid, self.title, self.thumb, self.cover) = (usrid, title, thumb, cover)
  }

  init(_ picture: Picture) {
    let name = picture.cover.split(separator: "/").last.map(String.init) ?? ""
    self.init(
      usrid: String(name.prefix { $0 != "." }), title: picture.title, thumb: picture.thumb, cover: picture.cover)
  }
}

/// What was found so far: the intent data that Search hands to Results.
package struct FoundPictures: Hashable, Sendable {
  package let query: PictureQuery
  package let pictures: [FoundPicture]
  /// Where the next page begins.
  package let next: Int
  /// Whether the last page had no pictures: there are no more.
  package let isComplete: Bool

  package init(query: PictureQuery, pictures: [FoundPicture], next: Int, isComplete: Bool) {
    (self.query, self.pictures, self.next, self.isComplete) = (query, pictures, next, isComplete)
  }

  /// Nothing yet.
  package init(query: PictureQuery) { self.init(query: query, pictures: [], next: 0, isComplete: false) }

  /// With one more page.
  func adding(_ page: [Picture]) -> FoundPictures {
    FoundPictures(
      query: query, pictures: pictures + page.map(FoundPicture.init), next: next + SearchDataManager.pageLength,
      isComplete: page.isEmpty)
  }
}

/// A search that did not come to an end; there is nothing to tell about it but that.
package enum SearchFailure: Error, Hashable { case noAnswer }
