import Foundation
import REPL
import Services
import VIPER

/// The to-do list as the REPL runs it.
package enum TodoApp {
  /// - Parameter folder: where the items are kept, if `--data` does not say it. Scripted sessions never touch it.
  package static func console(keepingIn folder: URL) -> ConsoleApp {
    let options = [
      ConsoleOption("data", value: "DIR", help: "the folder that keeps the to-do list; \(folder.path) if not given"),
      ConsoleOption("store", value: "KIND", help: "what keeps it: memory, file or sqlite; file if not given"),
    ]
    return ConsoleApp("playground", home: "todo", options: options) { session in
      let environment = session.environment
      let store = CalledTodoStore(
        StoredTodos(try store(for: session, folder)), calls: session.calls, calendar: environment.calendar)
      return try Navigator(
        stage: session.console, environment: environment,
        modules: TodoModules(store: store, environment: environment).all)
    }
  }

  /// Runs the command line: what the console understands, and `convert`.
  @MainActor package static func main(_ arguments: [String], keepingIn folder: URL) async -> Int32 {
    if arguments.first == "convert" {
      let outcome = TodoConversion(keepingIn: folder).run(Array(arguments.dropFirst()))
      let stream = outcome.code == 0 ? FileHandle.standardOutput : .standardError
      try? stream.write(contentsOf: Data((outcome.text + "\n").utf8))
      return outcome.code
    }
    let code = await console(keepingIn: folder).main(arguments)
    if arguments.contains("--help") || arguments.contains("-h") {
      let text = "besides: \(TodoConversion.usage) opens in one store what another has written\n"
      try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
    return code
  }

  /// The user's store. In a script, one in memory: empty, or with the items of the script's data file `store.json`, or on a
  /// disk in memory that holds its data file `todo.json`.
  @MainActor private static func store(for session: Session, _ folder: URL) throws -> any Store<TodoItem> {
    let kind = try session.options["store"].map { name throws in try TodoStoreKind(named: name) } ?? .file
    guard session.isScripted else {
      let folder = session.options["data"].map { URL(fileURLWithPath: $0, isDirectory: true) } ?? folder
      session.announce("data: \(kind.file(in: folder)?.path ?? "in memory, gone when this ends")")
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
