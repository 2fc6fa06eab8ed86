import Foundation
import Language
import PlainText
import REPL
import Services
import Signals
import Todo
import VIPER

/// Chooses the store of the to-do list for a session.
package enum TodoStorage {
  package static let options = [
    ConsoleOption(
      "store", value: "KIND", help: "the store of the to-do list: memory, file or sqlite; file if not given")
  ]

  /// The named store of a session: the user's in `folder`, or for a flow `scripted` or the flow's own.
  ///
  /// - Parameter memory: the store in memory of a typed session. `:back` begins a new session, which has to find its items.
  @MainActor package static func store(
    for session: Session, in folder: URL, on files: any FileSystem, _ disk: DispatchQueue,
    memory: any Store<TodoItem>, scripted: (any Store<TodoItem>)?
  ) throws -> any Store<TodoItem> {
    let kind = try session.options["store"].map { name throws in try TodoStoreKind(named: name) } ?? .file
    let environment = session.environment, calendar = environment.calendar, store: any Store<TodoItem>
    if session.isScripted {
      store = try scripted ?? session.persistent("todo") { try ofFlow(session) }
    } else {
      session.announce(TodoTexts.of(environment.locale).keptIn(kind.file(in: folder)?.path))
      // A slow disk, or a database that another program holds, must not block the user's input.
      let kept = kind == .memory ? memory : kind.store(in: folder, on: files)
      store = kept.working(on: .queue(disk), answeringOn: environment.scheduler)
    }
    return store.named(
      "store", session.calls.hermetic,
      read: { try WrittenItems.read(Data($0.utf8), calendar) }, write: { try WrittenItems.write($0, calendar) })
  }

  /// A store with the items of the flow's data file `store.json`, or a file store on the flow's `todo.json`, both in memory.
  @MainActor private static func ofFlow(_ session: Session) throws -> any Store<TodoItem> {
    if let text = session.files("store.json") {
      do { return MemoryStore(try WrittenItems.read(Data(text.utf8), session.environment.calendar)) } catch {
        throw UnreadableItems(description: "the flow's data file store.json cannot be read: \(ErrorText.of(error))")
      }
    }
    guard let text = session.files("todo.json") else { return MemoryStore() }
    let disk = MemoryFileSystem(["/data/todo.json": Data(text.utf8)])
    return TodoStoreKind.file.store(in: URL(fileURLWithPath: "/data"), on: disk)
  }

  private struct UnreadableItems: Error, CustomStringConvertible { let description: String }
}
