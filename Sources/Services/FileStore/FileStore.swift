public import Foundation
public import Signals

/// A store in one JSON file that people can read and edit. Every change replaces the whole file: even after a crash or a power
/// failure, a reader finds either the old content or the new one.
///
/// The store puts a file beside `notes.json`: `notes.json.lock` is locked by the first change until the store is released; meanwhile
/// another process can read the file, but not write it. The store reads its file once, and again when another program has replaced it. A
/// key that the entity's type does not declare is lost with the next change.
///
/// If the path is a symbolic link, the store uses the link's target, and the lock is beside the target.
///
/// A new file is private to its user. A file that exists keeps its owner, its group and its permissions, as far as the user may set
/// them, so that two users of one group can share a file in a folder of that group.
///
/// If the file is unreadable, invalid or written by a newer version, the call fails and the file stays unchanged. A file is invalid
/// if it is truncated or not JSON, if a value is missing or has the wrong type, if its top level has an unknown key, or if two
/// entities have the same id. Damage that leaves the file valid, such as a changed letter in a text, is indistinguishable from an
/// edit by hand.
public final class FileStore<Entity: Identifiable & Codable & Sendable>: Store where Entity.ID: Sendable {
  private struct State: StoreState {
    var hasForeignChange = false
    /// The content last read from or written to the file, and the file's version then; nil before the first use and after a failed
    /// change.
    var content: (table: Table<Entity>, version: FileVersion?)?
    /// The cached JSON of entities in `content`.
    var json: [Entity.ID: [UInt8]] = [:]
    /// The version of the file that live queries have seen; nil before the first read.
    var known: FileVersion??
    /// The lock of the file, held from the first change until the store is released.
    var lock: (file: URL, holder: DisposeBag)?
  }
  private let url: URL
  private let schema: StoreSchema<Entity>
  private let files: any FileSystem
  private let calls = StoreCalls<Entity, State>(State())

  /// A store in the file at `url`. The first change creates the file and its folder if they do not exist.
  public init(at url: URL, schema: StoreSchema<Entity> = StoreSchema(), files: any FileSystem = DiskFileSystem()) {
    self.url = url
    self.schema = schema
    self.files = files
  }

  /// The entity with that id; nil if there is none.
  public func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure> { calls.call(reading { $0[id] }) }

  /// The entities that match `query`, in its order.
  public func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    calls.call(reading { query.select(from: $0.rows) })
  }

  /// Makes all of `changes`, in order, or none of them. If they only delete missing entities, nothing is written.
  public func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure> {
    .deferred { [self] in
      // Encoded before the turn, because an entity's `encode` is foreign code.
      let encoded = Result { () throws(StoreFailure) in try self.encoded(changes) }
      return commit { _ throws(StoreFailure) in try encoded.get() }
    }
  }

  /// Passes the entities that match `query` to `decide` and makes the changes it returns, in one transaction.
  public func commit(reading query: Query<Entity>, _ decide: @escaping Decision) -> Signal<Void, StoreFailure> {
    commit { [self] table throws(StoreFailure) in try encoded(decide(query.select(from: table.rows))) }
  }

  /// The entities that match `query`, now and after each change of them. The store notices another program's change of the file
  /// at its next call, such as ``refresh()``.
  public func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    calls.observe(query, reading { query.select(from: $0.rows) })
  }

  /// Asks the live queries again if another program has changed the file.
  public func refresh() -> Signal<Void, StoreFailure> { calls.call(reading { _ in }) }

  /// Sorting and comparing run foreign code, so they use a copy, after the turn.
  private func reading<Value>(
    _ answer: @escaping @Sendable (Table<Entity>) -> Value
  ) -> StoreCalls<Entity, State>.Work<Value> {
    { [self] state in
      let table = Result { () throws(StoreFailure) in try load(&state, from: target) }
      return { table.map(answer) }
    }
  }

  /// A change with the JSON of the saved entity; nil for a deletion.
  private typealias Encoded = (change: StoreChange<Entity>, json: [UInt8]?)

  private func commit(
    _ decide: @escaping @Sendable (Table<Entity>) throws(StoreFailure) -> [Encoded]
  ) -> Signal<Void, StoreFailure> {
    calls.commit { [self] state in
      let touched = Result { () throws(StoreFailure) in try write(&state, decide) }
      // A failed write may still have changed the file.
      if case .failure = touched { _ = try? load(&state, from: target) }
      return { touched }
    }
  }
}

// MARK: In a turn

extension FileStore {
  /// The link's target. Each turn finds it once, because the link may change during the turn.
  private var target: URL {
    get throws(StoreFailure) {
      do { return try files.target(of: url) } catch { throw .unreadable(file: url.path, reason: error.reason) }
    }
  }

  @discardableResult private func load(_ state: inout State, from file: URL) throws(StoreFailure) -> Table<Entity> {
    let version: FileVersion?, data: Data?
    do throws(FileSystemFailure) {
      version = try files.version(of: file)
      if let content = state.content, content.version == version { return content.table }
      if let known = state.known, known != version { state.hasForeignChange = true }
      // If the file cannot be read now, the observers get the failure, which ends their observation.
      (state.known, state.content, state.json) = (nil, nil, [:])
      data = try files.contents(of: file)
    } catch .notRegular {
      throw .invalid(file: url.path, reason: FileSystemFailure.notRegular.reason)
    } catch {
      throw .unreadable(file: url.path, reason: error.reason)
    }
    let entities = try data.map { data throws(StoreFailure) in
      try StoreDocument(data, schema: schema, of: url.path).entities
    }
    let table = Table(entities ?? [])
    (state.known, state.content) = (.some(version), (table, version))
    return table
  }

  /// Makes the changes in the file; returns the entities that were added, deleted or replaced.
  private func write(
    _ state: inout State, _ decide: (Table<Entity>) throws(StoreFailure) -> [Encoded]
  ) throws(StoreFailure) -> [Entity] {
    let file = try target
    var changes = try decide(load(&state, from: file))
    let old = try load(&state, from: file)
    if changes.allSatisfy({ $0.change.saved == nil && old[$0.change.id] == nil }) { return [] }
    let version = state.content?.version
    try takeLock(&state, of: file)
    try load(&state, from: file)
    // Another program has changed the file meanwhile.
    if state.content?.version != version { changes = try decide(load(&state, from: file)) }
    // Taken out of the state: the table is changed in place, without a copy, and after a failure the file is read again.
    guard var content = state.content.take() else { return [] }
    var touched: [Entity] = []
    for (change, json) in changes {
      state.json[change.id] = json
      touched += content.table.make(change)
    }
    do {
      let data = try text(content.table, &state.json)
      try files.put(data, at: file)
      content.version = try files.version(of: file)
    } catch {
      throw .unwritable(file: url.path, reason: (error as? FileSystemFailure)?.reason ?? EntityCoding.reason(error))
    }
    (state.content, state.known) = (content, .some(content.version))
    return touched
  }

  private func takeLock(_ state: inout State, of file: URL) throws(StoreFailure) {
    do {
      // A file that is gone may have been removed together with its folder, and so with the lock.
      if state.lock?.file == file, state.content?.version != nil { return }
      // The link may have a new target.
      state.lock = nil
      try files.createFolder(file.deletingLastPathComponent())
      let lock = file.appendingPathExtension("lock")
      if let holder = try files.lock(lock) {
        let bag = DisposeBag()
        bag.add(holder)
        state.lock = (file, bag)
        // Those who may write the file may lock it. Only the owner of the lock can arrange that.
        try? files.copyAccess(of: file, to: lock)
        return
      }
    } catch {
      throw .unwritable(file: url.path, reason: error.reason)
    }
    throw .inUse(file: url.path)
  }
}

// MARK: Encoding

extension FileStore {
  private func encoded(_ changes: [StoreChange<Entity>]) throws(StoreFailure) -> [Encoded] {
    do { return try changes.map { ($0, try $0.saved.map(json)) } } catch {
      throw .unwritable(file: url.path, reason: EntityCoding.reason(error))
    }
  }

  private func json(_ entity: Entity) throws -> [UInt8] {
    let lines = try EntityCoding.encode(entity, for: .people).split(separator: UInt8(ascii: "\n"))
    return Array(lines.joined(separator: "\n    ".utf8))
  }

  /// The content of the file; adds missing entities to the cache `json`. Appending to an array is several times as fast as to
  /// `Data`.
  private func text(_ table: Table<Entity>, _ json: inout [Entity.ID: [UInt8]]) throws -> Data {
    var text = Array("{\n  \"entities\" : [".utf8), separator = "\n    "
    for entity in table.rows {
      let element = try json[entity.id] ?? self.json(entity)
      json[entity.id] = element
      text += separator.utf8
      text += element
      separator = ",\n    "
    }
    return Data(text + "\n  ],\n  \"version\" : \(schema.version)\n}\n".utf8)
  }
}
