import Foundation
import Racing
import SQLiteStores
import Services
import Signals

/// An entity with its number in its text.
struct Note: Codable, Identifiable, Sendable {
  let id: Int
  var text: String
}

extension Store where Entity == Note {
  /// Threads that write, read, delete and observe the same entities.
  func race(_ name: String, steps: Int) -> Race {
    Race(name) { [self] in
      let text = Content<String>.strings
      @Sendable func check(_ event: Event<[Note], StoreFailure>) {
        for note in event.value ?? [] { text.check(note.text) }
      }
      return [
        loop(steps) { step in save(Note(id: step % 10, text: text.make(step))).start() },
        loop(steps) { step in
          commit([.save(Note(id: step % 10, text: text.make(step))), .delete((step + 5) % 10)]).start()
        },
        loop(steps) { step in
          entities(Query()).observe(check)
          entity(step % 10).map { $0.map { [$0] } ?? [] }.observe(check)
        },
        loop(steps) { _ in observe(Query()).observe(check).dispose() },
      ]
    }
  }
}

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
  "races-\(ProcessInfo.processInfo.processIdentifier)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

let program = RaceProgram()
program.run([
  MemoryStore<Note>().race("store in memory", steps: 500),
  FileStore<Note>(at: folder.appendingPathComponent("notes.json")).race("store in a file", steps: 20),
  SQLiteStore<Note>(at: folder.appendingPathComponent("notes.sqlite")).race("store in a database", steps: 20),
])
try await program.run("navigation", ScreenRaces.navigation)
try await program.run("flows") { try await ScreenRaces.flows(for: $0, in: folder) }
