public import NamedCalls
import Foundation
public import Signals

/// A store whose calls have names, so that flows can stub, fail and record them. With the name `books`, the calls are `books.items`
/// and `books.item` for reading, `books.changes` for observing, `books.save`, `books.delete`, and `books.commit` for several changes at
/// once.
public struct NamedStore<Entity: Identifiable & Codable & Sendable>: Store where Entity.ID: Sendable {
  private let store: any Store<Entity>
  private let name: String
  private let calls: any CallNaming
  private let read: @Sendable (String) throws -> [Entity]
  private let write: @Sendable ([Entity]) throws -> String

  fileprivate init(
    _ store: any Store<Entity>, _ name: String, _ calls: any CallNaming,
    read: @escaping @Sendable (String) throws -> [Entity], write: @escaping @Sendable ([Entity]) throws -> String
  ) {
    self.store = store
    self.name = name
    self.calls = calls
    self.read = read
    self.write = write
    calls.declare(["item", "items", "save", "delete", "commit"].map { "\(name).\($0)" }, as: .answered)
    calls.declare(["\(name).changes"], as: .live)
  }

  /// The entity with that id: `NAME.item`. A stub answers it with a list of one entity or none.
  public func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure> {
    let list = store.entity(id).map { entity in entity.map { [$0] } ?? [] }
    return named("item", list).map(\.first)
  }

  /// The entities that match `query`: `NAME.items`.
  public func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    named("items", store.entities(query))
  }

  /// Makes all of `changes` or none of them: `NAME.save` if all are saves, `NAME.delete` if all are deletions, otherwise `NAME.commit`.
  public func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure> {
    named(store.commit(changes), verb(changes))
  }

  /// Makes all of `changes` if all of their entities exist, with the names of ``commit(_:)``. A stubbed call gives true.
  public func commitIfStored(_ changes: [StoreChange<Entity>]) -> Signal<Bool, StoreFailure> {
    .deferred {
      let areStored = MutableProperty(true)
      let work = store.commitIfStored(changes).map { areStored.value = $0 }
      return named(work, verb(changes)).map { areStored.value }
    }
  }

  private func verb(_ changes: [StoreChange<Entity>]) -> String {
    let saves = changes.count { $0.saved != nil }
    return changes.isEmpty || 0 < saves && saves < changes.count ? "commit" : saves > 0 ? "save" : "delete"
  }

  /// Passes the entities that match `query` to `decide` and makes the changes it returns, in one transaction: `NAME.commit`.
  public func commit(reading query: Query<Entity>, _ decide: @escaping Decision) -> Signal<Void, StoreFailure> {
    named(store.commit(reading: query, decide), "commit")
  }

  /// Looks for changes by other programs, without a name.
  public func refresh() -> Signal<Void, StoreFailure> { store.refresh() }

  /// The entities that match `query`, now and after each change of them: `NAME.changes`.
  public func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    named("changes", as: .live, store.observe(query))
  }

  private func named(_ work: Signal<Void, StoreFailure>, _ verb: String) -> Signal<Void, StoreFailure> {
    calls.named(
      "\(name).\(verb)", as: .answered, work, read: { _ in }, write: { "null" }, failure: StoreFailure.other)
  }

  private func named(
    _ call: String, as kind: NamedCallKind = .answered, _ work: Signal<[Entity], StoreFailure>
  ) -> Signal<[Entity], StoreFailure> {
    calls.named("\(name).\(call)", as: kind, work, read: read, write: write, failure: StoreFailure.other)
  }
}

extension Store {
  /// This store with names for its calls, so that flows can stub, fail and record them:
  ///
  ///     let books = MemoryStore<Book>().named("books", session.calls)
  ///
  /// In a flow, `:stub books.items -> [{"id": 1, "title": "Emma"}]` answers instead of the store, and
  /// `:fail books.save with "disk full"` makes the next save fail.
  ///
  /// - Parameters:
  ///   - name: the prefix of the calls' names.
  ///   - calls: the named calls of the session.
  public func named(_ name: String, _ calls: some CallNaming) -> NamedStore<Entity> {
    named(
      name, calls, read: { try EntityCoding.decode([Entity].self, from: Data($0.utf8)) },
      write: { String(decoding: try EntityCoding.encode($0, for: .lines), as: UTF8.self) })
  }

  /// This store with names for its calls, and with a custom text form of its entities.
  ///
  /// - Parameters:
  ///   - name: the prefix of the calls' names.
  ///   - calls: the named calls of the session.
  ///   - read: decodes the entities of a stub.
  ///   - write: encodes the entities of an answer for a saved session.
  public func named(
    _ name: String, _ calls: some CallNaming,
    read: @escaping @Sendable (String) throws -> [Entity], write: @escaping @Sendable ([Entity]) throws -> String
  ) -> NamedStore<Entity> {
    NamedStore(self, name, calls, read: read, write: write)
  }
}
