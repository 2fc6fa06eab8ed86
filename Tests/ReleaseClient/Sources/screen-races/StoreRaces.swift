import Foundation
import Racing
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
    Race(name: name) { [self] in
      let text = Content<String>.strings
      @Sendable func check(_ notes: [Note]) { for note in notes { text.check(note.text) } }
      return [
        { for step in 0..<steps { save(Note(id: step % 10, text: text.make(step % 100))).observe { _ in } } },
        {
          for step in 0..<steps {
            commit([.save(Note(id: step % 10, text: text.make(step % 100))), .delete((step + 5) % 10)]).observe { _ in }
          }
        },
        {
          for step in 0..<steps {
            entities(Query()).observe { if case .value(let notes) = $0 { check(notes) } }
            entity(step % 10).observe { if case .value(let note?) = $0 { check([note]) } }
          }
        },
        {
          for _ in 0..<steps {
            observe(Query()).observe { if case .value(let notes) = $0 { check(notes) } }.dispose()
          }
        },
      ]
    }
  }
}

/// A folder that is removed at the end of the program.
struct TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(
    "races-\(ProcessInfo.processInfo.processIdentifier)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  func remove() throws { try FileManager.default.removeItem(at: url) }
}
