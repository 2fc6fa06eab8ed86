import Signals

/// The use cases of the results.
package protocol ResultsInteracting: AnyObject, Sendable {
  /// What was found, and the page after it.
  func more(than found: FoundPictures) -> Signal<FoundPictures, SearchFailure>
  /// The first page again.
  func refresh(_ found: FoundPictures) -> Signal<FoundPictures, SearchFailure>
}

package final class ResultsInteractor: ResultsInteracting {
  private let data: SearchDataManager

  package init(_ data: SearchDataManager) { self.data = data }

  package func more(than found: FoundPictures) -> Signal<FoundPictures, SearchFailure> {
    data.page(of: found.query, from: found.next).map { found.adding($0) }.mapError { _ in .noAnswer }
  }

  package func refresh(_ found: FoundPictures) -> Signal<FoundPictures, SearchFailure> {
    more(than: FoundPictures(query: found.query))
  }
}
