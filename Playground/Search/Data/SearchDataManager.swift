import Foundation
import Services
import Signals

/// What is asked for. Neither text begins or ends with a space, however it was typed.
package struct PictureQuery: Hashable, Sendable {
  package let main: String
  package let second: String

  package init(main: String, second: String) {
    self.main = main.trimmingCharacters(in: .whitespacesAndNewlines)
    self.second = second.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// Pages of pictures, without what is no picture. Search and Results share one.
package struct SearchDataManager: Sendable {
  /// How many elements a page has, empty ones included.
  package static let pageLength = 5

  private let service: PictureService

  package init(_ service: PictureService) { self.service = service }

  /// The pictures of a page, which begins at `start`. Elements that are empty are left out, wherever they are.
  package func page(of query: PictureQuery, from start: Int) -> Signal<[Picture], ServiceFailure> {
    service.page(of: query, from: start, count: Self.pageLength).map { $0.filter { !$0.isEmpty } }
  }
}
