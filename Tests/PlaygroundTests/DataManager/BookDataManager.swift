import Services
import Signals

struct Book: Codable, Hashable, Identifiable, Sendable {
  let id: Int
  var title: String
}

/// The books of a store and of a server.
struct BookDataManager: Sendable {
  enum Failure: Error {
    case store(StoreFailure)
    case server(ServiceFailure)
  }
  let store: any Store<Book>
  let server: any HTTPTransport

  /// The stored books; then all books, after those of the server have been saved.
  func books() -> Signal<[Book], Failure> {
    let kept = store.entities(Query().ordered(by: \.title)).mapFailure(Failure.store)
    let fetched = server.call(HTTPRequest.get("/books").decoding([Book].self)).mapFailure(Failure.server)
      .flatMap { store.commit($0.map(StoreChange.save)).mapFailure(Failure.store) }
    return kept.concat(fetched.flatMap { kept })
  }
}
