import Foundation
import Services
import Signals

struct Item: Codable, Hashable, Identifiable, Sendable {
  let id: Int
  var name: String
  var due: Date
}

/// The items of an app, from a store and a server.
struct Items: Sendable {
  let store: any Store<Item>
  let server: any HTTPTransport

  init(in folder: URL, on disk: any Scheduler, from server: URL, on scheduler: any Scheduler) {
    let schema = StoreSchema<Item>(indexes: [StoreIndex("due", \.due)])
    store = SQLiteStore(at: folder.appending(path: "items.sqlite"), schema: schema)
      .working(on: disk, answeringOn: scheduler)
    self.server = HTTPClient(base: server)
      .timingOutTries(after: .seconds(10), on: scheduler)
      .retrying(RetryPolicy(retries: 3), on: scheduler)
      .limited(to: 4)
  }

  /// The items due between two dates, now and after each change.
  func due(_ first: Date, _ last: Date) -> Signal<[Item], StoreFailure> {
    store.observe(Query().between(\.due, first, last).ordered(by: \.due))
  }

  /// The items that a person shares with others.
  func shared(by person: String) -> Signal<[Item], ServiceFailure> {
    server.call(HTTPRequest.get("/people/\(person)/items").decoding([Item].self))
  }
}
