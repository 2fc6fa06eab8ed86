import Services
import Signals

/// Pages of pictures, without what is no picture. Search and Results share one.
package struct SearchDataManager: Sendable {
  /// How many elements a page has, empty ones included.
  package static let pageLength = 5
  private let service: PictureService

  package init(_ service: PictureService) { self.service = service }

  /// The pictures of the page that begins at `start`, without the elements that are empty.
  package func page(of query: PictureQuery, from start: Int) -> Signal<[PictureElement], ServiceFailure> {
    service.page(of: query, from: start, count: Self.pageLength).map { $0.filter { !$0.isEmpty } }
  }
}
