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
  private let libraries: [String]
  private let patience: Int32?
  private let refuse: (@Sendable () -> Int32?)?
  private let disk = DiskFileSystem()

  private struct State {
    /// nil before the first call.
    var library: SQLiteLibrary?
    /// The open file; nil before the first call that finds it, and after it turned out to be damaged.
    var file: SQLiteFile<Entity>?
    /// Whether there was an answer: before that no live query can be outdated.
    var isKnown = false
  }
  private let calls = StoreCalls<Entity, State>(State())

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
      let written = Result { () throws(StoreFailure) in try self.written(changes) }
      return commit { _ throws(StoreFailure) in (changes, try written.get()) }
    }
  }

  /// Makes the changes that `decide` makes of what `query` asks for, in one step.
  public func commit(
    reading query: Query<Entity>,
    _ decide: @escaping @Sendable ([Entity]) throws(StoreFailure) -> [StoreChange<Entity>]
  ) -> Signal<Void, StoreFailure> {
    let sql = SQLiteQuery(query, schema)
    return commit { [self] file in
      let changes = try decide(entities(file.rows(sql), query, sql).get())
      return (changes, try written(changes))
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
    return calls.call { [self] state in
      let plan = access(&state, .reading) { try $0?.plan(query) ?? [] }
      return { plan }
    }
  }

  private func asking(_ query: Query<Entity>) -> StoreCalls<Entity, State>.Work<[Entity]> {
    let sql = SQLiteQuery(query, schema)
    return reading {
      try $0.rows(sql)
    } answer: {
      sql.isComplete ? $0 : query.select(from: $0)
    }
  }

  /// Reads in its turn; decodes, which is up to the entity's author, after that.
  private func reading<Value>(
    _ read: @escaping @Sendable (SQLiteFile<Entity>) throws -> [Data],
    answer: @escaping @Sendable ([Entity]) -> Value
  ) -> StoreCalls<Entity, State>.Work<Value> {
    { [self] state in
      let rows = access(&state, .reading) { file in
        try file.map { file in try file.transaction(.reading) { try read(file) } } ?? []
      }
      return { rows.flatMap(self.entities).map(answer) }
    }
  }

  private func entities(_ rows: [Data]) -> Result<[Entity], StoreFailure> {
    Result { () throws(StoreFailure) in
      try StoreDocument(rows, version: schema.version, schema: schema, of: url.path).entities
    }
  }

  private func entities(
    _ rows: [Data], _ query: Query<Entity>, _ sql: SQLiteQuery<Entity>
  ) -> Result<[Entity], StoreFailure> {
    entities(rows).map { sql.isComplete ? $0 : query.select(from: $0) }
  }

  private typealias Changes = (changes: [StoreChange<Entity>], rows: [SQLiteFile<Entity>.Change])

  private func commit(
    _ decide: @escaping @Sendable (SQLiteFile<Entity>) throws -> Changes
  ) -> Signal<Void, StoreFailure> {
    calls.call { [self] state in
      var changes: [StoreChange<Entity>] = []
      let replaced = access(&state, .writing) { file -> [Data] in
        guard let file else { return [] }
        return try file.transaction(.writing) {
          let decided = try decide(file)
          changes = decided.changes
          return try file.make(decided.rows)
        }
      }
      return { [changes] in
        replaced.map { replaced in
          // Rows that cannot be read were in no answer.
          ((try? self.entities(replaced).get()) ?? []) + changes.compactMap(\.saved)
        }
      }
    } touching: {
      $0
    }.map { _ in }
  }

  private func written(_ changes: [StoreChange<Entity>]) throws(StoreFailure) -> [SQLiteFile<Entity>.Change] {
    do { return try changes.map { try SQLiteFile<Entity>.Change($0, schema) } } catch {
      throw .unwritable(file: url.path, reason: EntityCoding.reason(error))
    }
  }
}

// MARK: In a turn

extension SQLiteStore {
  /// Runs `body` with the file. To be read it need not be there.
  private func access<Value>(
    _ state: inout State, _ purpose: SQLiteConnection.Purpose, _ body: (SQLiteFile<Entity>?) throws -> Value
  ) -> Result<Value, StoreFailure> {
    if let name = schema.doubtfulIndex {
      return .failure(.other("the schema of \(url.path) has two indexes '\(name)'; give each a name of its own"))
    }
    do {
      do { return .success(try attempt(&state, purpose, body)) } catch is SQLiteFileChanged {
        close(&state)
        return .success(try attempt(&state, purpose, body))
      }
    } catch {
      return .failure(failure(error, &state, purpose))
    }
  }

  /// Runs `body` with the file that is there. Fails with ``SQLiteFileChanged`` if it is another one, or has become one meanwhile.
  private func attempt<Value>(
    _ state: inout State, _ purpose: SQLiteConnection.Purpose, _ body: (SQLiteFile<Entity>?) throws -> Value
  ) throws -> Value {
    let library = try library(&state)
    // A journal is beside the file, not beside a link to it.
    let url = try disk.target(of: url)
    var identity = try disk.version(of: url)?.file
    if state.file?.file != identity { close(&state) }
    let wasThere = identity != nil
    if !wasThere {
      guard purpose == .writing else {
        state.isKnown = true
        return try body(nil)
      }
      try disk.createFolder(url.deletingLastPathComponent())
      try disk.create(url)
      identity = try disk.version(of: url)?.file
    }
    guard let identity else { throw SQLiteFileChanged() }
    do {
      if state.file == nil {
        state.file = try SQLiteFile(
          url, identity, schema: schema, library: library, foundForeignChange: calls.foundForeignChange)
        if state.isKnown, wasThere { calls.foundForeignChange() }
      }
      state.isKnown = true
      let value = try body(state.file)
      // What was written into a file that is gone is gone, too.
      if purpose == .writing, try disk.version(of: url)?.file != identity { throw SQLiteFileChanged() }
      return value
    } catch {
      // What is wrong with a file that is gone is not wrong with the one that is there now.
      guard (try? disk.version(of: url)?.file == identity) ?? true else { throw SQLiteFileChanged() }
      throw error
    }
  }

  /// The file is gone or another one, or cannot be used any more.
  private func close(_ state: inout State) {
    if state.file != nil { calls.foundForeignChange() }
    state.file = nil
  }

  private func library(_ state: inout State) throws -> SQLiteLibrary {
    var library = try state.library ?? SQLiteLibrary(anyOf: libraries)
    if let patience { library.patience = patience }
    if let refuse { library.refuse = refuse }
    state.library = library
    return library
  }

  private func failure(
    _ error: any Error, _ state: inout State, _ purpose: SQLiteConnection.Purpose
  ) -> StoreFailure {
    func failure(_ reason: String) -> StoreFailure {
      purpose == .writing
        ? .unwritable(file: url.path, reason: reason) : .unreadable(file: url.path, reason: reason)
    }
    switch error {
    case let error as StoreFailure: return error
    case let error as FileSystemFailure:
      return error == .notRegular ? .invalid(file: url.path, reason: error.reason) : failure(error.reason)
    case let error as SQLiteError:
      switch error.kind {
      case .busy: return purpose == .writing ? .inUse(file: url.path) : .busy(file: url.path)
      case .damaged: return damaged(error.reason, &state) ?? failure(error.reason)
      case .noAccess: return foreclosed ?? failure(error.reason)
      case .other: return failure(error.reason)
      }
    // Twice in a row: the other program is still at it.
    case is SQLiteFileChanged: return purpose == .writing ? .inUse(file: url.path) : .busy(file: url.path)
    default: return .other("\(error)")
    }
  }

  /// Checks the file in which SQLite has found damage, and keeps a copy of it; nil if it is sound.
  ///
  /// Reading the file for the copy gives up the locks that this process has on it: in a file that is damaged they protect nothing.
  private func damaged(_ reason: String, _ state: inout State) -> StoreFailure? {
    var found: String? = reason
    if let file = state.file {
      do { found = try file.damage() } catch {}  // it cannot even be checked
    }
    close(&state)
    guard let found else { return nil }
    let copy = (try? disk.target(of: url)).flatMap(disk.preserve)
    return .invalid(file: url.path, reason: found, copy: copy?.path)
  }

  /// Why nothing is wrong with the file, but with its folder.
  private var foreclosed: StoreFailure? {
    let folder = ((try? disk.target(of: url)) ?? url).deletingLastPathComponent()
    guard FileManager.default.fileExists(atPath: url.path), !FileManager.default.isWritableFile(atPath: folder.path)
    else {
      return nil
    }
    return .unwritable(file: folder.path, reason: "SQLite needs to write there to use \(url.lastPathComponent)")
  }
}
