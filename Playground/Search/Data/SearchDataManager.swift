import Services
import Signals

/// Fetches pages of pictures without empty elements. Search and Results share one.
package struct SearchDataManager: Sendable {
  /// The number of elements of a page, including empty ones.
  package static let pageLength = 5
  private let service: PictureService

  package init(_ service: PictureService) { self.service = service }

  /// The pictures of the page at `start`, without empty elements.
  package func page(of query: PictureQuery, from start: Int) -> Signal<[PictureElement], ServiceFailure> {
    service.page(of: query, from: start, count: Self.pageLength).map { $0.filter { !$0.isEmpty } }
  }
}
