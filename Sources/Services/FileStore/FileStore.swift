import Foundation
import Signals

/// A store in one file, which people can read and edit. Every change replaces the file as a whole: a reader, even after a crash
/// or a loss of power, finds the file before the change or after it, never a part of it.
///
/// Beside `notes.json` there may be `notes.json.previous`, which is what it held before the last change, and
/// `notes.json.lock`: the first change takes the lock, and the store keeps it as long as it lives, so that a second process
/// can look, and cannot write. The file is read once, and again when another program has replaced it. Its entities are written again as
/// they were read: a key that their type does not have is gone with the next change.
///
/// If the file is a symbolic link, what it leads to is the store's file, and all that was said is beside that.
///
/// A file that cannot be read, is not valid or was written by a newer version is reported and left as it is; of one that is
/// not valid a copy is made, `notes.json.damaged`. A file is not valid if it is cut off or otherwise no JSON, lacks a value, has one
/// that is not of its type, or has two entities of one id. Damage that leaves it valid, such as another letter in a text, looks like an
/// edit by hand.
public final class FileStore<Entity: Identifiable & Codable & Sendable>: Store where Entity.ID: Sendable {
  private struct State {
    /// What was read from the file or written to it, and which state of the file that was; nil before that, and after a change
    /// that failed.
    var content: (table: Table<Entity>, version: FileVersion?)?
    /// How entities of `content` are written, as far as they were.
    var json: [Entity.ID: [UInt8]] = [:]
    /// The state of the file that live queries know of; nil before it was first looked at.
    var known: FileVersion??
    /// Held since the first change, on that file, until this goes.
    var lock: (file: URL, holder: DisposeBag)?
  }
  private let url: URL
  private let schema: StoreSchema<Entity>
  private let files: any FileSystem
  private let calls = StoreCalls<Entity, State>(State())

  /// A store in the file at `url`. Neither it nor its folder has to be there: the first change makes them.
  public init(at url: URL, schema: StoreSchema<Entity> = StoreSchema(), files: any FileSystem = DiskFileSystem()) {
    self.url = url
    self.schema = schema
    self.files = files
  }

  /// The entity with that id; nil if there is none.
  public func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure> { calls.call(reading { $0[id] }) }

  /// The entities `query` asks for, in its order.
  public func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    calls.call(reading { query.select(from: $0.rows) })
  }

  /// Makes all of `changes`, in their order, or none of them. Nothing is written if they change nothing.
  public func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure> {
    .deferred { [self] in
      // Before its turn: how an entity is written is up to its author.
      let written = Result { () throws(StoreFailure) in
        try changes.map { change throws(StoreFailure) in try json(change) }
      }
      return commit { _ throws(StoreFailure) in (changes, try written.get()) }
    }
  }

  /// Makes the changes that `decide` makes of what `query` asks for, in one step.
  public func commit(reading query: Query<Entity>, _ decide: @escaping Decision) -> Signal<Void, StoreFailure> {
    commit { [self] table throws(StoreFailure) in
      let changes = try decide(query.select(from: table.rows))
      return (changes, try changes.map { change throws(StoreFailure) in try json(change) })
    }
  }

  /// What `query` asks for, now and after each change of it. A change that somebody else makes to the file is noticed with the
  /// next call of this store.
  public func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    calls.observe(query, reading { query.select(from: $0.rows) })
  }

  /// Sorting and comparing call what the entity's author wrote: they work on a copy, after the turn.
  private func reading<Value>(
    _ answer: @escaping @Sendable (Table<Entity>) -> Value
  ) -> StoreCalls<Entity, State>.Work<Value> {
    { [self] state in
      let table = Result { () throws(StoreFailure) in try load(&state) }
      return { table.map(answer) }
    }
  }

  private typealias Changes = (changes: [StoreChange<Entity>], json: [[UInt8]?])

  private func commit(
    _ decide: @escaping @Sendable (Table<Entity>) throws(StoreFailure) -> Changes
  ) -> Signal<Void, StoreFailure> {
    calls.call { [self] state in
      let touched = Result { () throws(StoreFailure) in try write(&state, decide) }
      // What has failed may have come as far as the file.
      if case .failure = touched { _ = try? load(&state) }
      return { touched }
    } touching: {
      $0
    }.map { _ in }
  }
}

// MARK: In a turn

extension FileStore {
  @discardableResult private func load(_ state: inout State) throws(StoreFailure) -> Table<Entity> {
    do {
      let version = try files.version(of: url)
      if let content = state.content, content.version == version { return content.table }
      if let known = state.known, known != version { calls.foundForeignChange() }
      // Observers of what cannot be read get the failure, and observe no more.
      (state.known, state.content, state.json) = (nil, nil, [:])
      let data = try files.contents(of: url)
      let entities = try data.map { data throws(StoreFailure) in
        try StoreDocument(data, schema: schema, of: url.path).entities
      }
      let table = Table(entities ?? [])
      state.known = .some(version)
      state.content = (table, version)
      return table
    } catch let error as FileSystemFailure where error == .notRegular {
      throw .invalid(file: url.path, reason: error.reason)
    } catch let error as FileSystemFailure {
      throw .unreadable(file: url.path, reason: error.reason)
    } catch StoreFailure.invalid(let file, let reason, _) {
      throw .invalid(file: file, reason: reason, copy: (try? files.target(of: url)).flatMap(files.preserve)?.path)
    } catch let error as StoreFailure {
      throw error
    } catch {
      throw .other("\(error)")
    }
  }

  /// Makes the changes in the file; gives the entities that came, went or were replaced.
  private func write(
    _ state: inout State, _ decide: (Table<Entity>) throws(StoreFailure) -> Changes
  ) throws(StoreFailure) -> [Entity] {
    var (changes, json) = try decide(load(&state))
    if try changesNothing(changes, load(&state)) { return [] }
    let version = state.content?.version, file = try takeLock(&state)
    try load(&state)
    // Another program was faster.
    if state.content?.version != version { (changes, json) = try decide(load(&state)) }
    // Out of the state: the table is then changed in place, and after a failure the file is what counts.
    guard var content = state.content.take() else { return [] }
    var touched: [Entity] = []
    for (change, json) in zip(changes, json) {
      state.json[change.id] = json
      touched += content.table.make(change)
    }
    do {
      let data = try text(content.table, &state.json)
      try files.replace(file, with: data, keeping: file.appendingPathExtension("previous"))
      content.version = try files.version(of: url)
    } catch {
      throw .unwritable(file: url.path, reason: (error as? FileSystemFailure)?.reason ?? EntityCoding.reason(error))
    }
    (state.content, state.known) = (content, .some(content.version))
    return touched
  }

  private func changesNothing(_ changes: [StoreChange<Entity>], _ table: Table<Entity>) -> Bool {
    changes.allSatisfy { change in if case .delete(let id) = change { table[id] == nil } else { false } }
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
}

// MARK: As people read it

extension FileStore {
  /// The entity of a change as it is written; nil if it is deleted.
  private func json(_ change: StoreChange<Entity>) throws(StoreFailure) -> [UInt8]? {
    guard case .save(let entity) = change else { return nil }
    do { return try json(entity) } catch { throw .unwritable(file: url.path, reason: EntityCoding.reason(error)) }
  }

  private func json(_ entity: Entity) throws -> [UInt8] {
    let lines = try EntityCoding.encode(entity, for: .people).split(separator: UInt8(ascii: "\n"))
    return Array(lines.joined(separator: "\n    ".utf8))
  }

  /// The content of the file; `json` gets what was not written before. Bytes in arrays are put together several times as fast as
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
