import Foundation
import Signals

/// A store in one file, which people can read. Every change replaces the file as a whole: whoever looks, even after a crash
/// or a loss of power, finds the file before the change or after it, never a part of it.
///
/// Beside `notes.json` there may be `notes.json.previous`, which is what it held before the last change, and
/// `notes.json.lock`: the first change takes the lock, and the store keeps it as long as it lives, so that a second process
/// can look, and cannot write. The file is read once, and again when somebody else has replaced it.
///
/// If the file is a symbolic link, what it leads to is the store's file, and all that was said is beside that.
///
/// A file that cannot be read, is not valid or was written by a newer version is reported and left as it is; of one that is
/// not valid a copy is made, `notes.json.damaged`.
public final class FileStore<Entity: Identifiable & Codable & Sendable>: Store where Entity.ID: Sendable {
  private typealias Row = StoreDocument<Entity>.Row

  /// What was read from the file, and which state of it that was.
  private struct Loaded: Sendable {
    var table: Table<Row>
    var version: FileVersion?
  }
  private struct State {
    /// nil until it is read, and after a change that failed.
    var loaded: Loaded?
    /// The state of the file that live queries know of; nil before it was first looked at.
    var known: FileVersion??
    /// Held since the first change, on that file, until this goes.
    var lock: (file: URL, holder: DisposeBag)?
  }
  private let url: URL
  private let schema: StoreSchema<Entity>
  private let files: any FileSystem
  private let calls = StoreCalls(State())
  private let live = LiveQueries<Entity>()

  /// A store in the file at `url`. Neither it nor its folder has to be there: the first change makes them.
  public init(at url: URL, schema: StoreSchema<Entity> = StoreSchema(), files: any FileSystem = DiskFileSystem()) {
    self.url = url
    self.schema = schema
    self.files = files
  }

  /// The entity with that id; nil if there is none.
  public func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure> {
    read { [live] table in
      live.tell()
      return table.map { $0[id]?.entity }
    }
  }

  /// The entities `query` asks for, in its order.
  public func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    read { [live] table in
      defer { live.tell() }
      return table.map { query.select(from: $0.rows.map { $0.entity }) }
    }
  }

  /// Makes all of `changes`, in their order, or none of them. Nothing is written if they change nothing.
  public func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure> {
    .deferred { [self] in
      let written: [Change]
      do throws(StoreFailure) {
        // Before its turn: how an entity is written is up to its author, who may ask this very store.
        written = try changes.map { change throws(StoreFailure) in try Change(change, url) }
      } catch {
        return .fail(error)
      }
      return calls.call { [self] state in
        let touched = Result { () throws(StoreFailure) in try write(written, &state) }
        // What has failed may have come as far as the file.
        if case .failure = touched { _ = try? load(&state) }
        return touched
      } answer: { [live] touched in
        live.tell((try? touched.get()) ?? [])
        return touched.map { _ in }
      }
    }
  }

  /// What `query` asks for, now and after each change of it. A change that somebody else makes to the file is noticed with the
  /// next call of this store.
  public func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    live.observe(query) { [self] in
      read { table in table.map { query.select(from: $0.rows.map { $0.entity }) } }
    }
  }

  /// Sorting and comparing call what the entity's author wrote: they work on a copy, after the call.
  private func read<Value: Sendable>(
    _ answer: @escaping @Sendable (Result<Table<Row>, StoreFailure>) -> Result<Value, StoreFailure>
  ) -> Signal<Value, StoreFailure> {
    calls.call({ [self] state in Result { () throws(StoreFailure) in try load(&state) } }, answer: answer)
  }
}

// MARK: In their turn

extension FileStore {
  @discardableResult private func load(_ state: inout State) throws(StoreFailure) -> Table<Row> {
    do {
      let version = try files.version(of: url)
      if let loaded = state.loaded, loaded.version == version { return loaded.table }
      if let known = state.known, known != version { live.foundForeignChange() }
      // Who observed what cannot be read has been told so, and does not observe any more.
      (state.known, state.loaded) = (nil, nil)
      let table = Table(try rows())
      state.known = .some(version)
      state.loaded = Loaded(table: table, version: version)
      return table
    } catch let error as FileSystemFailure {
      throw .unreadable(file: url.path, reason: error.reason)
    } catch let error as StoreFailure {
      throw error
    } catch {
      throw .other("\(error)")
    }
  }

  private func rows() throws -> [Row] {
    guard let data = try files.contents(of: url) else { return [] }
    do {
      return try StoreDocument(data, schema: schema, of: url.path).rows
    } catch {
      guard case .invalid(let file, let reason, _) = error else { throw error }
      throw StoreFailure.invalid(file: file, reason: reason, copy: files.preserve(try files.target(of: url))?.path)
    }
  }

  /// Makes the changes in the file; gives the entities that came, went or were replaced.
  private func write(_ changes: [Change], _ state: inout State) throws(StoreFailure) -> [Entity] {
    let table = try load(&state)
    guard changes.contains(where: { $0.isSaving || table[$0.id] != nil }) else { return [] }
    let file = try takeLock(&state)
    try load(&state)
    // Out of the state: the table is then changed in place, and after a failure the file is what counts.
    guard var loaded = state.loaded.take() else { return [] }
    var touched: [Entity] = []
    for change in changes { touched += change.make(in: &loaded.table) }
    do {
      let data = StoreDocument<Entity>.encode(loaded.table.rows, version: schema.version)
      try files.replace(file, with: data, keeping: file.appendingPathExtension("previous"))
      loaded.version = try files.version(of: url)
    } catch {
      throw .unwritable(file: url.path, reason: error.reason)
    }
    state.loaded = loaded
    state.known = .some(loaded.version)
    return touched
  }

  /// Gives the file that is locked: the one to write.
  private func takeLock(_ state: inout State) throws(StoreFailure) -> URL {
    do {
      let file = try files.target(of: url)
      if state.lock?.file == file { return file }
      // A link may lead elsewhere by now.
      state.lock = nil
      try files.createFolder(file.deletingLastPathComponent())
      if let holder = try files.lock(file.appendingPathExtension("lock")) {
        let bag = DisposeBag()
        bag.add(holder)
        state.lock = (file, bag)
        return file
      }
    } catch {
      throw .unwritable(file: url.path, reason: error.reason)
    }
    throw .inUse(file: url.path)
  }

  /// A change, written down before anything is touched.
  private enum Change {
    case save(Row)
    case delete(Entity.ID)

    init(_ change: StoreChange<Entity>, _ file: URL) throws(StoreFailure) {
      switch change {
      case .delete(let id): self = .delete(id)
      case .save(let entity):
        do {
          self = .save(try Row(entity))
        } catch {
          throw .unwritable(file: file.path, reason: EntityCoding.reason(error))
        }
      }
    }

    var id: Entity.ID {
      switch self {
      case .save(let row): row.id
      case .delete(let id): id
      }
    }

    var isSaving: Bool { if case .save = self { true } else { false } }

    func make(in table: inout Table<Row>) -> [Entity] {
      switch self {
      case .save(let row): [table.save(row)?.entity, row.entity].compactMap { $0 }
      case .delete(let id): [table.delete(id)?.entity].compactMap { $0 }
      }
    }
  }
}
