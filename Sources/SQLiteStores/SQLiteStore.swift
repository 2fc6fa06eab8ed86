public import Foundation
public import Services
public import Signals

/// A store in a database of the system's SQLite, which is opened at the first use. A query whose conditions and orders are all
/// indexed reads only the rows it returns; any other query may scan the table.
///
/// Committed changes survive a crash and a power failure. Several programs may use the file at the same time. The store notices the
/// changes of other programs at its next call and updates its live queries. If another program has changed the version or the
/// indexes, the store reopens the file first: a newer version is rejected, and missing indexes are rebuilt.
///
/// The store finds an entity by the indexed form of its id, so the type of the id is `IndexRepresentable`: `Int`, `String`, `UUID`, or a
/// type of the app. Entities with the same form are one, and an id without a form, such as nil or NaN, cannot be saved.
///
/// Between two changes the single file is complete and can be copied. The store also notices at its next call that the file was
/// removed or replaced. Replacing it during a change, or writing into it, can damage it.
///
/// Opening takes constant time. SQLite detects a page with a broken structure when it reads that page: the call fails, and the file
/// stays unchanged. Nothing detects a changed byte inside a value. The journal beside the file undoes a change that a killed program
/// did not finish. If the journal is damaged, too, SQLite uses the part before the damage.
///
/// A file of a newer version or of another program is rejected and stays unchanged, and so is a file with a trigger, a view or
/// anything else in its schema that no store creates: no code of a file runs. Without SQLite on the machine, every call fails
/// with `StoreFailure.unavailable`.
public final class SQLiteStore<Entity: Identifiable & Codable & Sendable>: Store where Entity.ID: IndexRepresentable {
  private let url: URL
  private let schema: StoreSchema<Entity>
  private let calls: StoreCalls<Entity, SQLiteAccess<Entity>>

  /// A store in the file at `url`. The first change creates the file and its folder if they do not exist.
  public convenience init(at url: URL, schema: StoreSchema<Entity> = StoreSchema()) {
    self.init(at: url, schema: schema, libraries: nil)
  }

  /// - Parameters:
  ///   - libraries: the file names of SQLite; the system's by default.
  ///   - busyTimeout: the milliseconds to wait for another process; 5,000 by default.
  ///   - refuse: lets tests fail SQLite's next call: returns its error code, or nil to make the call.
  package init(
    at url: URL, schema: StoreSchema<Entity> = StoreSchema(), libraries: [String]?, busyTimeout: Int32 = 5_000,
    refuse: @escaping @Sendable () -> Int32? = { nil }
  ) {
    self.url = url
    self.schema = schema
    calls = StoreCalls(
      SQLiteAccess(url, schema) {
        var library = try SQLiteLibrary(anyOf: libraries ?? SQLiteLibrary.names)
        (library.busyTimeout, library.refuse) = (busyTimeout, refuse)
        return library
      })
  }

  /// The entity with that id; nil if there is none.
  public func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure> {
    calls.call(reading({ try $0.row(id).map { [$0] } ?? [] }, answer: \.first))
  }

  /// The entities that match `query`, in its order.
  public func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> { calls.call(asking(query)) }

  /// Makes all of `changes`, in order, or none of them.
  public func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure> {
    .deferred { [self] in
      if changes.isEmpty { return .just(()) }
      // Encoded before the turn, because an entity's `encode` is foreign code.
      let encoded = Result { () throws(StoreFailure) in try self.encoded(changes) }
      return commit { _ in try encoded.get() }
    }
  }

  /// Passes the entities that match `query` to `decide` and makes the changes it returns, in one transaction.
  public func commit(reading query: Query<Entity>, _ decide: @escaping Decision) -> Signal<Void, StoreFailure> {
    let sql = SQLiteQuery(query, schema)
    return commit { [self] file in try encoded(decide(sql.select(query, from: entities(file.rows(sql)).get()))) }
  }

  /// The entities that match `query`, now and after each change of them. The store notices another program's change of the file
  /// at its next call, such as ``refresh()``.
  public func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> { calls.observe(query, asking(query)) }

  /// Asks the live queries again if another program has changed the database.
  public func refresh() -> Signal<Void, StoreFailure> {
    calls.call(reading({ _ in [] }, answer: { _ in }))
  }

  /// SQLite's plan for a query, one line for each step.
  package func plan(_ query: Query<Entity>) -> Signal<[String], StoreFailure> {
    let query = SQLiteQuery(query, schema)
    return calls.call { access in
      let plan = access.use(.reading) { try $0.plan(query) } ?? .success([])
      return { plan }
    }
  }

  private func asking(_ query: Query<Entity>) -> StoreCalls<Entity, SQLiteAccess<Entity>>.Work<[Entity]> {
    let sql = SQLiteQuery(query, schema)
    return reading({ try $0.rows(sql) }, answer: { sql.select(query, from: $0) })
  }

  /// Reads the rows in the turn and decodes them after it, because decoding is foreign code. A missing file has no rows.
  private func reading<Value>(
    _ read: @escaping @Sendable (SQLiteFile<Entity>) throws -> [Data], answer: @escaping @Sendable ([Entity]) -> Value
  ) -> StoreCalls<Entity, SQLiteAccess<Entity>>.Work<Value> {
    { [self] access in
      let rows = access.use(.reading, read) ?? .success([])
      return { rows.flatMap(self.entities).map(answer) }
    }
  }

  private func entities(_ rows: [Data]) -> Result<[Entity], StoreFailure> {
    Result { () throws(StoreFailure) in
      try StoreDocument(rows, version: schema.version, schema: schema, of: url.path).entities
    }
  }

  /// Writes the changes that `decide` returns.
  private func commit(
    _ decide: @escaping @Sendable (SQLiteFile<Entity>) throws -> [SQLiteFile<Entity>.Encoded]
  ) -> Signal<Void, StoreFailure> {
    calls.commit { [self] access in
      var saved: [Entity] = []
      let replaced = access.use(.writing) { file in
        let changes = try decide(file)
        saved = changes.compactMap(\.change.saved)
        return try file.make(changes)
      }
      return { [saved] in
        // An undecodable row was in no answer, so no live query has to change. If there is one, or a row that was replaced twice, the
        // rows are decoded one by one, which is slower.
        (replaced ?? .success([])).map { rows in
          ((try? self.entities(rows).get()) ?? rows.flatMap { (try? self.entities([$0]).get()) ?? [] }) + saved
        }
      }
    }
  }

  private func encoded(_ changes: [StoreChange<Entity>]) throws(StoreFailure) -> [SQLiteFile<Entity>.Encoded] {
    do { return try changes.map { try SQLiteFile<Entity>.Encoded($0, schema) } } catch {
      throw .unwritable(file: url.path, reason: EntityCoding.reason(error))
    }
  }
}
