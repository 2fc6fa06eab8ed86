import Foundation
import Testing

/// The edits that add one more operation, deleting, to the generated module, file by file.
enum StoreOperation {
  /// The suffixes of the files' names, each with texts to insert after existing ones.
  static let files: [(file: String, changes: [(after: String, text: String)])] = [
    (
      "Interactor.swift",
      [
        (
          "ordered(by: \\.added)).map { $0.map(\\.row) }.mapFailure { NotesFailure(reason: \"\\($0)\") }\n  }\n",
          """

            package func delete(_ id: NotesRow.ID) -> Signal<Void, NotesFailure> {
              store.delete(id).mapFailure { NotesFailure(reason: "\\($0)") }
            }

          """
        )
      ]
    ),
    (
      "Presenter.swift",
      [
        (
          "  package let add: Command<Void, Void, NotesFailure>",
          "\n  package let delete: Command<NotesRow, Void, NotesFailure>"
        ),
        ("$0 = \"\" } } }\n    }", "\n    delete = Command { interactor.delete($0.id) }"),
        ("problems = ", "Signal.merge("), ("Signal.merge(add.failures", ", delete.failures)"),
      ]
    ),
    ("ConsoleView.swift", [("line: { $0.text }", ", .row(\"delete\", presenter.delete)")]),
  ]

  /// Makes the changes in a module of that name.
  static func add(
    to module: String, read: (_ file: String) throws -> String, write: (_ file: String, _ text: String) throws -> Void
  ) throws {
    for (file, changes) in files {
      var text = try read(file)
      for change in changes {
        let after = change.after.replacing("Notes", with: module)
        let place = try #require(text.range(of: after), "\(file): \(after)")
        text.insert(contentsOf: change.text.replacing("Notes", with: module), at: place.upperBound)
      }
      try write(file, text)
    }
  }
}
