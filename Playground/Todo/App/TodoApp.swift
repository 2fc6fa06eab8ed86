import Foundation
import REPL
import Services
import VIPER

/// The to-do list as the REPL runs it.
package enum TodoApp {
  /// - Parameter folder: where the items are kept, if `--data` does not say it. Scripted sessions never touch it.
  package static func console(keepingIn folder: URL) -> ConsoleApp {
    let data = ConsoleOption(
      "data", value: "DIR", help: "the folder that keeps the to-do list; \(folder.path) if not given")
    return ConsoleApp("playground", home: "todo", options: [data]) { session in
      let environment = session.environment
      let store = CalledTodoStore(
        StoredTodos(try store(for: session, folder)), calls: session.calls, calendar: environment.calendar)
      return try Navigator(
        stage: session.console, environment: environment,
        modules: TodoModules(store: store, environment: environment).all)
    }
  }

  /// The user's file. In a script, a store in memory: empty, or with the items of the script's data file `store.json`, or
  /// on a disk in memory that holds its data file `todo.json`.
  @MainActor private static func store(for session: Session, _ folder: URL) throws -> any Store<TodoItem> {
    let name = "todo.json"
    guard session.isScripted else {
      let folder = session.options["data"].map { URL(fileURLWithPath: $0, isDirectory: true) } ?? folder
      let file = folder.appendingPathComponent(name)
      session.announce("data: \(file.path)")
      return FileStore(at: file)
    }
    if let text = session.files("store.json") {
      return MemoryStore(try WrittenItems(Data(text.utf8), calendar: session.environment.calendar).items)
    }
    guard let text = session.files(name) else { return MemoryStore() }
    let path = "/data/\(name)"
    return FileStore(at: URL(fileURLWithPath: path), files: MemoryFileSystem([path: Data(text.utf8)]))
  }
}
