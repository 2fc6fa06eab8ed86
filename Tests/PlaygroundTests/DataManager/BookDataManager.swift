import Foundation
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
  private let store: any Store<Book>
  private let list: any HTTPTransport, covers: any HTTPTransport

  /// Names the calls, and authorises the requests with a token of the
  /// server. The refresh of the token uses `client` itself. A request
  /// for the list that fails for a moment is sent once more.
  init(
    _ store: some Store<Book>, _ client: some HTTPTransport,
    _ calls: some CallNaming, on scheduler: some Scheduler,
    now: @escaping @Sendable () -> Date
  ) {
    let login = HTTPRequest.post("/token", .form([]))
      .decoding(String.self)
    let refresh = client.named("token.refresh", calls).call(login)
    let token = AccessToken(refresh: refresh)
    self.store = store
    list = client.named("books.get", calls)
      .retrying(RetryPolicy(retries: 1), on: scheduler, now: now)
      .authorized(by: token)
    covers = client.named("cover.post", calls).authorized(by: token)
  }

  /// The stored books; then all books, when the server's are saved.
  func books() -> Signal<[Book], Failure> {
    let kept = store.entities(Query().ordered(by: \.title))
      .mapFailure(Failure.store)
    let request = HTTPRequest.get("/books").decoding([Book].self)
    let fetched = list.call(request).mapFailure(Failure.server)
    let saved = fetched.flatMap {
      store.commit($0.map(StoreChange.save)).mapFailure(Failure.store)
    }
    return kept.concat(saved.flatMap { kept })
  }

  /// Uploads the cover of a book as a form; `id` is a new one.
  func upload(
    _ cover: HTTPBody, of book: Book, _ id: UUID
  ) -> Signal<Void, Failure> {
    let file = HTTPBody.Part.file(
      "cover", cover, named: "\(book.id).png")
    let form = HTTPBody.multipart([file], boundary: id)
    let request = HTTPRequest.post("/books/\(book.id)/cover", form)
    return covers.call(request.discardingAnswer)
      .mapFailure(Failure.server)
  }
}

/// A book of version 1.
struct OldBook: Codable, Sendable {
  let id: Int
  var name: String
}

extension Book {
  static var schema: StoreSchema<Book> {
    let first = StoreMigration(from: 1) { (old: OldBook) in
      Book(id: old.id, title: old.name)
    }
    return StoreSchema(version: 2, migrations: [first])
  }
}
