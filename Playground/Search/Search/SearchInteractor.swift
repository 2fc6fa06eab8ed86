import Signals

/// The use case of the search.
package protocol SearchInteracting: AnyObject, Sendable {
  /// The first page of what there is.
  func search(_ query: PictureQuery) -> Signal<FoundPictures, SearchFailure>
}

package final class SearchInteractor: SearchInteracting {
  private let data: SearchDataManager

  package init(_ data: SearchDataManager) { self.data = data }

  package func search(_ query: PictureQuery) -> Signal<FoundPictures, SearchFailure> {
    data.page(of: query, from: 0).map { FoundPictures(query: query).adding($0) }.mapError { _ in .noAnswer }
  }
}
