import Foundation
import REPL
import Services
import VIPER

/// The to-do list as a part of a console app.
package enum TodoApp {
  /// What the command line says about it.
  ///
  /// - Parameter folder: where the items are kept, if `--data` does not say it.
  package static func options(keepingIn folder: URL) -> [ConsoleOption] {
    [
      ConsoleOption(
        "data", value: "DIR", help: "the folder of the to-do list and of pictures; \(folder.path) if not given"),
      ConsoleOption("store", value: "KIND", help: "what keeps it: memory, file or sqlite; file if not given"),
    ]
  }

  /// Where the stores of all sessions work: what one has begun comes before what the next one does.
  private static let disk = DispatchQueue(label: "Todo.disk", qos: .userInitiated)

  /// Returns when the changes that were begun are made: a program that ends waits for them.
  package static func finishChanges() { disk.sync {} }

  /// Its modules, for one session. Scripted sessions never touch `folder`.
  ///
  /// - Parameter scripted: the store of a scripted session; nil for what its flow says.
  @MainActor package static func modules(
    for session: Session, keepingIn folder: URL, scripted: (any Store<TodoItem>)? = nil
  ) throws -> [Module] {
    let environment = session.environment
    let store = try session.isScripted ? scripted ?? store(for: session, folder) : store(for: session, folder)
    let called = CalledTodoStore(StoredTodos(store), calls: session.calls, calendar: environment.calendar)
    return TodoModules(store: called, environment: environment).all
  }

  /// The user's store. In a script, one in memory: empty, or with the items of the script's data file `store.json`, or on a
  /// disk in memory that holds its data file `todo.json`.
  @MainActor private static func store(for session: Session, _ folder: URL) throws -> any Store<TodoItem> {
    let kind = try session.options["store"].map { name throws in try TodoStoreKind(named: name) } ?? .file
    guard session.isScripted else {
      let folder = session.options["data"].map { URL(fileURLWithPath: $0, isDirectory: true) } ?? folder
      session.announce(TodoTexts.of(session.environment.locale).keptIn(kind.file(in: folder)?.path))
      // A disk that is slow, or a database that another program holds, must not keep anybody from typing.
      return kind.store(in: folder).working(on: .queue(disk), answeringOn: session.environment.scheduler)
    }
    if let text = session.files("store.json") {
      return MemoryStore(try WrittenItems(Data(text.utf8), calendar: session.environment.calendar).items)
    }
    guard let text = session.files("todo.json") else { return MemoryStore() }
    let path = "/data/todo.json"
    return FileStore(
      at: URL(fileURLWithPath: path), schema: TodoItem.schema, files: MemoryFileSystem([path: Data(text.utf8)]))
  }
}
