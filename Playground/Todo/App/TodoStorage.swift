import Foundation
import REPL
import Services
import VIPER

/// Where a session of a console app keeps the to-do list.
package enum TodoStorage {
  /// What the command line says about it.
  package static let options = [
    ConsoleOption("store", value: "KIND", help: "what keeps the to-do list: memory, file or sqlite; file if not given")
  ]

  /// Where the stores of all sessions work: what one has begun comes before what the next one does.
  private static let disk = DispatchQueue(label: "Todo.disk", qos: .userInitiated)

  /// Waits for the changes that were begun, for a program ends after them; not for ever, for a disk may not answer.
  ///
  /// - Parameters:
  ///   - moment: how long nobody has to be told.
  ///   - patience: how long it waits after that.
  ///   - say: tells who waits why.
  /// - Returns: whether they are made.
  @discardableResult package static func finishChanges(
    moment: DispatchTimeInterval = .seconds(1), patience: DispatchTimeInterval = .seconds(30),
    say: (String) -> Void = { _ in }
  ) -> Bool {
    let isDone = DispatchSemaphore(value: 0)
    disk.async { isDone.signal() }
    if isDone.wait(timeout: .now() + moment) == .success { return true }
    say("the disk has not answered yet, and this ends when it has; Ctrl-C ends it without what was changed last")
    if isDone.wait(timeout: .now() + patience) == .success { return true }
    say("the disk did not answer, and what was changed last may be lost; look at the list when it answers again")
    return false
  }

  /// The store of one session, by the names that flows use. Scripted sessions never touch `folder`.
  ///
  /// - Parameters:
  ///   - files: the disk of a list that is a file.
  ///   - scripted: what keeps the list of a scripted session; nil for what its flow says.
  @MainActor package static func store(
    for session: Session, in folder: URL, on files: any FileSystem = DiskFileSystem(),
    scripted: (any Store<TodoItem>)? = nil
  ) throws -> any TodoStore {
    let store =
      try session.isScripted ? scripted ?? store(for: session, folder, files) : store(for: session, folder, files)
    let calendar = session.environment.calendar
    return StoredTodos(
      store.named(
        "store", session.calls.hermetic, changes: .failing,
        read: { try WrittenItems(Data($0.utf8), calendar: calendar).items },
        write: { try WrittenItems.json($0, calendar: calendar) }))
  }

  /// The user's store. In a script, one in memory: empty, or with the items of the script's data file `store.json`, or on a
  /// disk in memory that holds its data file `todo.json`.
  @MainActor private static func store(
    for session: Session, _ folder: URL, _ files: any FileSystem
  ) throws -> any Store<TodoItem> {
    let kind = try session.options["store"].map { name throws in try TodoStoreKind(named: name) } ?? .file
    guard session.isScripted else {
      session.announce(TodoTexts.of(session.environment.locale).keptIn(kind.file(in: folder)?.path))
      // A disk that is slow, or a database that another program holds, must not keep anybody from typing.
      return kind.store(in: folder, on: files).working(on: .queue(disk), answeringOn: session.environment.scheduler)
    }
    if let text = session.files("store.json") {
      do { return MemoryStore(try WrittenItems(Data(text.utf8), calendar: session.environment.calendar).items) } catch {
        throw UnreadableItems(reason: ErrorText.of(error))
      }
    }
    guard let text = session.files("todo.json") else { return MemoryStore() }
    let path = "/data/todo.json"
    return FileStore(
      at: URL(fileURLWithPath: path), schema: TodoItem.schema, files: MemoryFileSystem([path: Data(text.utf8)]))
  }

  /// A data file of a flow that holds no items.
  private struct UnreadableItems: Error, CustomStringConvertible {
    let reason: String
    var description: String { "the flow's data file store.json cannot be read: \(reason)" }
  }
}
