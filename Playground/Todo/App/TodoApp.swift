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

  /// Its modules, for one session. Scripted sessions never touch `folder`.
  @MainActor package static func modules(for session: Session, keepingIn folder: URL) throws -> [Module] {
    let environment = session.environment
    let store = CalledTodoStore(
      StoredTodos(try store(for: session, folder)), calls: session.calls, calendar: environment.calendar)
    return TodoModules(store: store, environment: environment).all
  }

  /// The user's store. In a script, one in memory: empty, or with the items of the script's data file `store.json`, or on a
  /// disk in memory that holds its data file `todo.json`.
  @MainActor private static func store(for session: Session, _ folder: URL) throws -> any Store<TodoItem> {
    let kind = try session.options["store"].map { name throws in try TodoStoreKind(named: name) } ?? .file
    guard session.isScripted else {
      let folder = session.options["data"].map { URL(fileURLWithPath: $0, isDirectory: true) } ?? folder
      session.announce(Texts.of(session.environment.locale).keptIn(kind.file(in: folder)?.path))
      return kind.store(in: folder)
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
