import Signals

/// A search without an answer.
package enum SearchFailure: Error, Hashable { case noAnswer }

/// The use case of Search and Results. A protocol, so that the tests of both presenters can replace it.
package protocol SearchInteracting: AnyObject, Sendable {
  /// The found pictures with the next page added, or the first page.
  func more(than found: FoundPictures) -> Signal<FoundPictures, SearchFailure>
}

package final class SearchInteractor: SearchInteracting {
  private let data: SearchDataManager

  package init(_ data: SearchDataManager) { self.data = data }

  package func more(than found: FoundPictures) -> Signal<FoundPictures, SearchFailure> {
    data.page(of: found.query, from: found.next).map { found.adding($0.map(Picture.init)) }.mapFailure { _ in .noAnswer
    }
  }
}
