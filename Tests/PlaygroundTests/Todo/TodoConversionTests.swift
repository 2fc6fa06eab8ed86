import Foundation
import Home
import Services
import Signals
import SignalsTesting
import Testing
import Todo

@Suite struct TodoConversionTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("todo-\(UUID().uuidString)")
  private let here = TestEnvironment("2014-05-21")

  private var items: [TodoItem] {
    var done = here.item("完成", "2014-05-22 18:30:01", id: 2)
    done.completed = Date(timeIntervalSinceReferenceDate: 0.1)
    return [here.item("b", "2014-05-23", id: 3), done, here.item("", "0001-01-01", id: 1)]
  }

  private func inFolder(_ body: () throws -> Void) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try body()
  }

  private func items(in kind: TodoStoreKind) -> [TodoItem]? {
    Recorder(kind.store(in: folder).entities(Query())).values.first
  }

  private func fill(_ kind: TodoStoreKind) {
    Recorder(kind.store(in: folder).commit(items.map { .save($0) })).dispose()
  }

  @Test(
    "a converted list has all items in order",
    arguments: [
      (TodoStoreKind.file, TodoStoreKind.sqlite), (.sqlite, .file),
    ])
  func converting(_ from: TodoStoreKind, _ to: TodoStoreKind) throws {
    try inFolder {
      fill(from)
      let outcome = TodoConversion.run(
        [from.rawValue, to.rawValue, "--data", folder.path], in: URL(fileURLWithPath: "/dev/null/x"))
      let paths = (from.file(in: folder)?.path ?? "", to.file(in: folder)?.path ?? "")
      #expect(outcome == (0, text: "converted 3 items from \(paths.0) to \(paths.1)"))
      #expect(items(in: to) == items)
      #expect(items(in: from) == items)
    }
  }

  @Test("a store with items is not overwritten") func occupied() throws {
    try inFolder {
      fill(.file)
      Recorder(TodoStoreKind.sqlite.store(in: folder).save(here.item("mine", "2014-05-21"))).dispose()
      let outcome = TodoConversion.run(["file", "sqlite"], in: folder)
      #expect(
        outcome
          == (1, "playground: \(folder.path)/todo.sqlite already has items; move it away before you convert into it"))
      #expect(items(in: .sqlite)?.map(\.name) == ["mine"])
    }
  }

  @Test("a missing or unreadable list is reported") func missing() throws {
    try inFolder {
      let nothing = TodoConversion.run(["file", "sqlite"], in: folder)
      #expect(
        nothing
          == (1, "playground: there is no file \(folder.path)/todo.json; use --data DIR to convert in another folder"))
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("rubbish".utf8).write(to: folder.appendingPathComponent("todo.json"))
      let broken = TodoConversion.run(["file", "sqlite"], in: folder)
      #expect(broken.code == 1)
      #expect(broken.text.hasPrefix("playground: cannot use \(folder.path)/todo.json: the file is not valid JSON."))
      #expect(items(in: .sqlite) == [])
    }
  }

  @Test("--help explains the command", arguments: ["--help", "-h"]) func help(_ option: String) {
    let outcome = TodoConversion.run(["file", option], in: folder)
    #expect(
      outcome
        == (
          0,
          "playground convert FROM TO [--data DIR]\ncopies the to-do list from one store to another\n"
            + "FROM and TO are file or sqlite; the folder is \(folder.path) if not given"
        ))
  }

  @Test(
    "an invalid command line fails with the reason and the usage",
    arguments: [
      (["file"], "convert needs two stores, FROM and TO"),
      ([], "convert needs two stores, FROM and TO"),
      (["file", "sqllite"], "there is no store 'sqllite'; did you mean sqlite?"),
      (["paper", "file"], "there is no store 'paper'; there are memory, file, sqlite"),
      (["file", "file"], "FROM and TO are both file; choose two different stores"),
      (["memory", "file"], "a store in memory keeps nothing; choose file or sqlite"),
      (["file", "sqlite", "--data"], "--data needs a value: --data DIR"),
      (["file", "sqlite", "--fast"], "there is no option --fast"),
    ])
  func usage(_ arguments: [String], _ reason: String) {
    let outcome = TodoConversion.run(arguments, in: folder)
    #expect(outcome == (2, "playground: \(reason)\nusage: playground convert FROM TO [--data DIR]"))
  }
}
