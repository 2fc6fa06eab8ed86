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
/// A file that was removed or moved away under the store, or has another one in its place, is noticed with the next call, too: what
/// is there then is read anew, and whatever is acknowledged is in it. So a backup is put back by moving it there; one that is
/// copied into a file that is open damages that.
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
  }
  private let calls = StoreCalls(State())
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
    .deferred { [self] in
      do {
        // Before its turn, as with all that is up to the author of an entity.
        let id = try SQLiteRow<Entity>.id(id)
        return read {
          try $0.body(id).map { [$0] } ?? []
        } answer: { [live] rows in
          defer { live.tell() }
          return rows.map(\.first)
        }
      } catch {
        return .fail(.unreadable(file: url.path, reason: EntityCoding.reason(error)))
      }
    }
  }

  /// The entities `query` asks for, in its order.
  public func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    select(query) { [live] found in
      live.tell()
      return found
    }
  }

  /// Makes all of `changes`, in their order, or none of them.
  public func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure> {
    .deferred { [self] in
      if changes.isEmpty { return .just(()) }
      do {
        let written = try changes.map { try SQLiteChange($0, schema) }
        return calls.call { [self] state in
          access(&state, making: true, StoreFailure.unwritable) { try $0?.commit(written) ?? [] }
        } answer: { [live] replaced in
          // What is gone was checked as it was read.
          let touched = replaced.map { replaced in
            ((try? EntityCoding.decode(Entity.self, fromEach: replaced)) ?? []) + written.compactMap(\.saved)
          }
          live.tell((try? touched.get()) ?? [])
          return touched.map { _ in }
        }
      } catch {
        return .fail(.unwritable(file: url.path, reason: EntityCoding.reason(error)))
      }
    }
  }

  /// What `query` asks for, now and after each change of it. A change that somebody else makes to the file is noticed with the
  /// next call of this store.
  public func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    live.observe(query) { [self] in select(query) { $0 } }
  }

  /// How SQLite would find the rows of a query, one step a line.
  package func plan(_ query: Query<Entity>) -> Signal<[String], StoreFailure> {
    let query = SQLiteQuery(query, schema)
    return calls.call { [self] state in
      access(&state, StoreFailure.unreadable) { try $0?.plan(query.sql, query.values) ?? [] }
    } answer: {
      $0
    }
  }

  private func select(
    _ query: Query<Entity>,
    _ answer: @escaping @Sendable (Result<[Entity], StoreFailure>) -> Result<[Entity], StoreFailure>
  ) -> Signal<[Entity], StoreFailure> {
    let sql = SQLiteQuery(query, schema)
    return read {
      try $0.bodies(sql.sql, sql.values)
    } answer: { rows in
      answer(rows.map { sql.isComplete ? $0 : query.select(from: $0) })
    }
  }

  /// Reads in its turn; decodes, which is up to the entity's author, after that.
  private func read<Value: Sendable>(
    _ read: @escaping @Sendable (SQLiteFile<Entity>) throws -> [Data],
    answer: @escaping @Sendable (Result<[Entity], StoreFailure>) -> Result<Value, StoreFailure>
  ) -> Signal<Value, StoreFailure> {
    calls.call { [self] state in
      access(&state, StoreFailure.unreadable) { file in try file.map(read) ?? [] }
    } answer: { [self] bodies in
      answer(
        bodies.flatMap { bodies in
          Result { () throws(StoreFailure) in
            do {
              return try EntityCoding.decode(Entity.self, fromEach: bodies)
            } catch {
              throw damaged(EntityCoding.reason(error))
            }
          }
        })
    }
  }
}

// MARK: In their turn

extension SQLiteStore {
  private func open(
    _ state: inout State, _ url: URL, _ identity: FileIdentity, wasThere: Bool
  ) throws -> SQLiteFile<Entity> {
    let library = try library(&state)
    let opened = try state.file ?? SQLiteFile(url, identity, schema: schema, library: library)
    let version = try opened.foreignVersion()
    // A file that was not open is another one than the one that was known, unless it was just made.
    if state.file == nil ? state.isKnown && wasThere : version != state.foreignVersion { live.foundForeignChange() }
    (state.file, state.foreignVersion, state.isKnown) = (opened, version, true)
    return opened
  }

  /// The file is gone or another one, or cannot be used any more.
  private func close(_ state: inout State) {
    if state.file != nil { live.foundForeignChange() }
    state.file = nil
  }

  private func library(_ state: inout State) throws -> SQLiteLibrary {
    var library = try state.library ?? SQLiteLibrary(anyOf: libraries)
    if let patience { library.patience = patience }
    if let refuse { library.refuse = refuse }
    state.library = library
    return library
  }

  /// Runs `body` with the file.
  ///
  /// - Parameters:
  ///   - isMaking: whether the file is made if it is not there; else there is none for `body`.
  ///   - failure: what it is that has failed.
  private func access<Value>(
    _ state: inout State, making isMaking: Bool = false,
    _ failure: (_ file: String, _ reason: String) -> StoreFailure,
    _ body: (SQLiteFile<Entity>?) throws -> Value
  ) -> Result<Value, StoreFailure> {
    do {
      do {
        return .success(try attempt(&state, making: isMaking, body))
      } catch is SQLiteFileChanged {
        close(&state)
        return .success(try attempt(&state, making: isMaking, body))
      }
    } catch is SQLiteFileChanged {
      // Twice in a row: the other program is still at it.
      return .failure(isMaking ? .inUse(file: url.path) : .busy(file: url.path))
    } catch let error as SQLiteError {
      switch error.kind {
      case .busy: return .failure(isMaking ? .inUse(file: url.path) : .busy(file: url.path))
      case .damaged:
        defer { abandon(&state) }
        return .failure(damaged(error.reason))
      case .other: return .failure(failure(url.path, error.reason))
      }
    } catch let error as FileSystemFailure {
      return .failure(failure(url.path, error.reason))
    } catch StoreFailure.invalid(_, let reason, _) {
      return .failure(damaged(reason))
    } catch let error as StoreFailure {
      return .failure(error)
    } catch {
      return .failure(.other("\(error)"))
    }
  }

  /// Runs `body` with the file that is there. Fails with ``SQLiteFileChanged`` if it is another one, or has become one meanwhile.
  private func attempt<Value>(
    _ state: inout State, making isMaking: Bool, _ body: (SQLiteFile<Entity>?) throws -> Value
  ) throws -> Value {
    _ = try library(&state)
    // Logs are beside the file, not beside a link to it.
    let url = try disk.target(of: url)
    var identity = try FileIdentity(of: url.path)
    let wasThere = identity != nil
    if state.file?.identity != identity { close(&state) }
    if !wasThere {
      guard isMaking else {
        state.isKnown = true
        return try body(nil)
      }
      try disk.createFolder(url.deletingLastPathComponent())
      try disk.create(url)
      identity = try FileIdentity(of: url.path)
    }
    guard let identity else { throw SQLiteFileChanged() }
    do {
      let value = try body(try open(&state, url, identity, wasThere: wasThere))
      // What was written into a file that is gone is gone, too.
      if isMaking, try FileIdentity(of: url.path) != identity { throw SQLiteFileChanged() }
      return value
    } catch {
      // What is wrong with a file that is gone is not wrong with the one that is there now.
      guard (try? FileIdentity(of: url.path) == identity) ?? true else { throw SQLiteFileChanged() }
      throw error
    }
  }

  /// Closes a file that is damaged without writing to it what is in its log.
  private func abandon(_ state: inout State) {
    let witness = state.library.flatMap { SQLiteFile<Entity>.witness(url, $0) }
    close(&state)
    withExtendedLifetime(witness) {}
  }

  /// Keeps a copy of the file, and of the log beside it, while nothing more has been written to them.
  private func damaged(_ reason: String) -> StoreFailure {
    let file = (try? disk.target(of: url)) ?? url
    let copy = disk.preserve(file, with: "-wal", reading: LockedFile.contents)
    return .invalid(file: url.path, reason: reason, copy: copy?.path)
  }
}
