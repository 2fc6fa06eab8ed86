import Foundation
import Signals

/// A store in a database of the machine's SQLite, which is opened when the store is first used. Queries that filter and sort
/// by what the schema indexes touch the rows they return; what it does not index is looked through.
///
/// What is committed outlives a crash and a loss of power. Several processes may use the file at the same time; what another one
/// has changed is noticed, and told to live queries, with the next call of this store. If that is the version or an index, the
/// file is opened anew before anything else is done with it: a newer version is refused then, too, and rows that lack a value
/// that this store indexes get it.
///
/// A file that is damaged, was written by a newer version or is another program's is reported and left as it is; of one that
/// is damaged a copy is made beside it. Where there is no SQLite, every call fails with
/// ``StoreFailure/unavailable(library:reason:)``.
public final class SQLiteStore<Entity: Identifiable & Codable & Sendable>: Store where Entity.ID: Codable & Sendable {
  private let url: URL
  private let schema: StoreSchema<Entity>
  private let libraries: [String]
  private let patience: Int32?
  private let refuse: (@Sendable () -> Int32?)?
  private let disk = DiskFileSystem()

  private struct State {
    /// nil until somebody asks.
    var library: SQLiteLibrary?
    /// The open file; nil until it is there and somebody asks, and after it turned out to be damaged.
    var file: SQLiteFile<Entity>?
    /// Whether anybody was answered: before that there is nothing to tell.
    var isKnown = false
    /// What the open file said of the changes of others when it was last asked.
    var foreignVersion: Int64?
    /// Whether somebody else has changed the file, and no live query was told.
    var isForeign = false

    mutating func open(wasThere: Bool, _ make: () throws -> SQLiteFile<Entity>) throws -> SQLiteFile<Entity> {
      let opened = try file ?? make(), version = try opened.foreignVersion()
      // A file that was not open is another one than the one that was known, unless it was just made.
      if file == nil ? isKnown && wasThere : version != foreignVersion { isForeign = true }
      (file, foreignVersion, isKnown) = (opened, version, true)
      return opened
    }

    /// The file is gone, or cannot be used any more.
    mutating func close() {
      if file != nil { isForeign = true }
      file = nil
    }
  }
  /// Locked while a call reads or writes, never while an observer is called.
  private let state = Protected(State())
  private let live = LiveQueries<Entity>()

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
    self.libraries = libraries ?? SQLiteLibrary.names
    self.patience = patience
    self.refuse = refuse
  }

  /// The entity with that id; nil if there is none.
  public func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure> {
    .result { [self] in
      telling { reading { file in try file.body(SQLiteRow<Entity>.id(id)).map { [$0] } ?? [] }.map(\.first) }
    }
  }

  /// The entities `query` asks for, in its order.
  public func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    .result { [self] in telling { select(query) } }
  }

  /// Makes all of `changes`, in their order, or none of them.
  public func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure> {
    .result { [self] in
      if changes.isEmpty { return .success(()) }
      let touched = Result { () throws(StoreFailure) in try write(changes) }
      tell { query in (try? touched.get())?.contains(where: query.matches) ?? false }
      return touched.map { _ in }
    }
  }

  /// What `query` asks for, now and after each change of it. A change that somebody else makes to the file is noticed with the
  /// next call of this store.
  public func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    live.observe(query) { [self] in select($0) }
  }

  /// How SQLite would find the rows of a query, one step a line.
  package func plan(_ query: Query<Entity>) -> Signal<[String], StoreFailure> {
    .result { [self] in
      let query = SQLiteQuery(query, schema)
      return access(StoreFailure.unreadable) { try $0?.plan(query.sql, query.values) ?? [] }
    }
  }

  private func select(_ query: Query<Entity>) -> Result<[Entity], StoreFailure> {
    let sql = SQLiteQuery(query, schema)
    return reading { try $0.bodies(sql.sql, sql.values) }.map { sql.isComplete ? $0 : query.select(from: $0) }
  }

  /// Reads under the lock; decodes, which is up to the entity's author, outside of it.
  private func reading(_ read: (SQLiteFile<Entity>) throws -> [Data]) -> Result<[Entity], StoreFailure> {
    access(StoreFailure.unreadable) { file in try file.map(read) ?? [] }.flatMap { bodies in
      Result { () throws(StoreFailure) in
        do {
          return try EntityCoding.decode(Entity.self, fromEach: bodies)
        } catch {
          throw damaged(EntityCoding.reason(error))
        }
      }
    }
  }

  /// What a call gives, after which live queries are told of the changes of somebody else that it noticed. What a live query
  /// notices itself is told with the next call: with somebody who never rests it would ask for ever.
  private func telling<Value>(_ call: () -> Value) -> Value {
    defer { tell { _ in false } }
    return call()
  }

  /// Tells the live queries that were touched: all of them, if somebody else has changed the file.
  private func tell(_ touches: (Query<Entity>) -> Bool) {
    let isForeign = state.withLock { state in
      defer { state.isForeign = false }
      return state.isForeign
    }
    live.changed { isForeign || touches($0) }
  }

  private func write(_ changes: [StoreChange<Entity>]) throws(StoreFailure) -> [Entity] {
    let written: [SQLiteChange<Entity>]
    do {
      written = try changes.map { try SQLiteChange($0, schema) }
    } catch {
      throw .unwritable(file: url.path, reason: EntityCoding.reason(error))
    }
    let replaced = try access(making: true, StoreFailure.unwritable) { try $0?.commit(written) ?? [] }.get()
    let old = (try? EntityCoding.decode(Entity.self, fromEach: replaced)) ?? []
    return old + written.compactMap(\.saved)
  }

  /// Runs `body` with the file, nobody else at the same time.
  ///
  /// - Parameters:
  ///   - isMaking: whether the file is made if it is not there; else there is none for `body`.
  ///   - failure: what it is that has failed.
  private func access<Value>(
    making isMaking: Bool = false, _ failure: (_ file: String, _ reason: String) -> StoreFailure,
    _ body: (SQLiteFile<Entity>?) throws -> Value
  ) -> Result<Value, StoreFailure> {
    Result { () throws(StoreFailure) in
      try state.withLock { state throws(StoreFailure) in
        do {
          var library = try state.library ?? SQLiteLibrary(anyOf: libraries)
          if let patience { library.patience = patience }
          if let refuse { library.refuse = refuse }
          state.library = library
          // Logs are beside the file, not beside a link to it.
          let url = try disk.target(of: url)
          let isThere = try disk.version(of: url) != nil
          if !isThere {
            state.close()
            guard isMaking else {
              state.isKnown = true
              return try body(nil)
            }
            try disk.createFolder(url.deletingLastPathComponent())
            try disk.create(url)
          }
          let open = { [library] in try SQLiteFile(url, schema: self.schema, library: library) }
          do {
            return try body(try state.open(wasThere: isThere, open))
          } catch is SQLiteFormatChanged {
            state.close()
            return try body(try state.open(wasThere: true, open))
          }
        } catch is SQLiteFormatChanged {
          // Twice in a row: the other program is still at it.
          throw isMaking ? .inUse(file: url.path) : .busy(file: url.path)
        } catch let error as SQLiteError {
          switch error.kind {
          case .busy: throw isMaking ? .inUse(file: url.path) : .busy(file: url.path)
          case .damaged:
            defer { abandon(&state) }
            throw damaged(error.reason)
          case .other: throw failure(url.path, error.reason)
          }
        } catch let error as FileSystemFailure {
          throw failure(url.path, error.reason)
        } catch StoreFailure.invalid(_, let reason, _) {
          throw damaged(reason)
        } catch let error as StoreFailure {
          throw error
        } catch {
          throw .other("\(error)")
        }
      }
    }
  }

  /// Closes a file that is damaged without writing to it what is in its log.
  private func abandon(_ state: inout State) {
    let witness = state.library.flatMap { SQLiteFile<Entity>.witness(url, $0) }
    state.close()
    withExtendedLifetime(witness) {}
  }

  /// Keeps a copy of the file, and of the log beside it, while nothing more has been written to them.
  private func damaged(_ reason: String) -> StoreFailure {
    let file = (try? disk.target(of: url)) ?? url
    let copy = disk.preserve(file, with: "-wal", reading: LockedFile.contents)
    return .invalid(file: url.path, reason: reason, copy: copy?.path)
  }
}
