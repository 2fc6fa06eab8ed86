import Signals

/// A search without an answer.
package enum SearchFailure: Error, Hashable { case noAnswer }

/// The use case of Search and of Results. A port: the tests of both presenters answer in its place.
package protocol SearchInteracting: AnyObject, Sendable {
  /// What was found, with the next page of it; for nothing found yet, the first page.
  func more(than found: FoundPictures) -> Signal<FoundPictures, SearchFailure>
}

package final class SearchInteractor: SearchInteracting {
  private let data: SearchDataManager

  package init(_ data: SearchDataManager) { self.data = data }

  package func more(than found: FoundPictures) -> Signal<FoundPictures, SearchFailure> {
    data.page(of: found.query, from: found.next).map { found.adding($0.map(Picture.init)) }.mapError { _ in .noAnswer }
  }
}
