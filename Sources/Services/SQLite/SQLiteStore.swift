import Foundation
import Signals

/// A store in a database of the machine's SQLite, which is opened when the store is first used. Queries that filter and sort
/// by what the schema indexes touch the rows they return; what it does not index is looked through.
///
/// What is committed outlives a crash and a loss of power. Several programs may use the file at the same time; what another one
/// has changed is noticed, and live queries get it, with the next call of this store. If that is the version or an index, the
/// file is opened anew before anything else is done with it: a newer version is refused then, too, and rows that lack a value
/// that this store indexes get it.
///
/// Between two changes the file is all there is, so it can be copied then. A file that was removed, moved away or replaced by another
/// one is noticed with the next call, too. Whoever does that in the middle of a change, or copies something into the file, can damage
/// it.
///
/// The file is opened in constant time. When SQLite finds damage, all of the file is checked, as ``check()`` does; the failure says
/// the first thing that is wrong, the file stays as it is, and a copy is made beside it. What SQLite cannot notice is another letter
/// inside a text. A change that was under way when a program was killed is undone by the journal beside the file; if the journal
/// is damaged, too, SQLite uses what is before the damage.
///
/// A file that was written by a newer version or is another program's is reported and left as it is. Where there is no SQLite, every
/// call fails with ``StoreFailure/unavailable(library:reason:)``.
public final class SQLiteStore<Entity: Identifiable & Codable & Sendable>: Store where Entity.ID: Codable & Sendable {
  private let url: URL
  private let schema: StoreSchema<Entity>
  private let calls: StoreCalls<Entity, SQLiteAccess<Entity>>

  /// A store in the file at `url`. Neither it nor its folder has to be there: the first change makes them.
  public convenience init(at url: URL, schema: StoreSchema<Entity> = StoreSchema()) {
    self.init(at: url, schema: schema, libraries: nil)
  }

  /// - Parameters:
  ///   - libraries: the names SQLite goes by; the machine's, if not given.
  ///   - patience: the milliseconds another process is waited for; as many as are usual, if not given.
  ///   - refuse: the code that SQLite's next call gives without being made; nil lets it be made.
  package init(
    at url: URL, schema: StoreSchema<Entity> = StoreSchema(), libraries: [String]?, patience: Int32? = nil,
    refuse: (@Sendable () -> Int32?)? = nil
  ) {
    self.url = url
    self.schema = schema
    calls = StoreCalls(SQLiteAccess(url, schema, libraries ?? SQLiteLibrary.names, patience, refuse))
  }

  /// The entity with that id; nil if there is none.
  public func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure> {
    calls.call(
      reading {
        try $0.row(id).map { [$0] } ?? []
      } answer: {
        $0.first
      })
  }

  /// The entities `query` asks for, in its order.
  public func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> { calls.call(asking(query)) }

  /// Makes all of `changes`, in their order, or none of them.
  public func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure> {
    .deferred { [self] in
      if changes.isEmpty { return .just(()) }
      // Before its turn: how an entity is written is up to its author.
      let rows = Result { () throws(StoreFailure) in try self.rows(changes) }
      return commit { _ in (changes, try rows.get()) }
    }
  }

  /// Makes the changes that `decide` makes of what `query` asks for, in one step.
  public func commit(reading query: Query<Entity>, _ decide: @escaping Decision) -> Signal<Void, StoreFailure> {
    let sql = SQLiteQuery(query, schema)
    return commit { [self] file in
      let changes = try decide(sql.select(query, from: entities(file.rows(sql)).get()))
      return (changes, try rows(changes))
    }
  }

  /// What `query` asks for, now and after each change of it. A change that somebody else makes to the file is noticed with the
  /// next call of this store.
  public func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> { calls.observe(query, asking(query)) }

  /// Lets SQLite look at every page and every index of the file, and reads every entity; fails if something is damaged.
  public func check() -> Signal<Void, StoreFailure> {
    let everything = SQLiteQuery(Query<Entity>(), schema)
    return calls.call(
      reading { file in
        if let damage = try file.damage() { throw SQLiteError(code: 11, reason: damage) }
        return try file.rows(everything)
      } answer: { _ in
      })
  }

  /// How SQLite would find the rows of a query, one step a line.
  package func plan(_ query: Query<Entity>) -> Signal<[String], StoreFailure> {
    let query = SQLiteQuery(query, schema)
    return calls.call { [calls] access in
      let plan = access.use(.reading, calls) { try $0.plan(query) } ?? .success([])
      return { plan }
    }
  }

  private func asking(_ query: Query<Entity>) -> StoreCalls<Entity, SQLiteAccess<Entity>>.Work<[Entity]> {
    let sql = SQLiteQuery(query, schema)
    return reading {
      try $0.rows(sql)
    } answer: {
      sql.select(query, from: $0)
    }
  }

  /// Reads in its turn; decodes, which is up to the entity's author, after that. Nothing is in a file that is not there.
  private func reading<Value>(
    _ read: @escaping @Sendable (SQLiteFile<Entity>) throws -> [Data], answer: @escaping @Sendable ([Entity]) -> Value
  ) -> StoreCalls<Entity, SQLiteAccess<Entity>>.Work<Value> {
    { [self] access in
      let rows = access.use(.reading, calls, read) ?? .success([])
      return { rows.flatMap(self.entities).map(answer) }
    }
  }

  private func entities(_ rows: [Data]) -> Result<[Entity], StoreFailure> {
    Result { () throws(StoreFailure) in
      try StoreDocument(rows, version: schema.version, schema: schema, of: url.path).entities
    }
  }

  /// Writes what `decide` gives: the changes, and their rows.
  private func commit(
    _ decide: @escaping @Sendable (SQLiteFile<Entity>) throws -> ([StoreChange<Entity>], [SQLiteFile<Entity>.Change])
  ) -> Signal<Void, StoreFailure> {
    calls.call { [self] access in
      var changes: [StoreChange<Entity>] = []
      let replaced = access.use(.writing, calls) { file in
        let (decided, rows) = try decide(file)
        changes = decided
        return try file.make(rows)
      }
      return { [changes] in
        // Rows that cannot be read were in no answer.
        (replaced ?? .success([])).map { ((try? self.entities($0).get()) ?? []) + changes.compactMap(\.saved) }
      }
    } touching: {
      $0
    }.map { _ in }
  }

  private func rows(_ changes: [StoreChange<Entity>]) throws(StoreFailure) -> [SQLiteFile<Entity>.Change] {
    do { return try changes.map { try SQLiteFile<Entity>.Change($0, schema) } } catch {
      throw .unwritable(file: url.path, reason: EntityCoding.reason(error))
    }
  }
}
