import Fixtures
import Foundation
import Home
import SQLiteStores
import Services
import Signals
import SignalsTesting
import Testing
import Todo
import VIPER

/// The list in its files: converted from one store to another, and as old versions of the program wrote it.
@Suite struct TodoConversionTests {
  private let here = TestEnvironment("2014-05-21")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func items(in kind: TodoStoreKind) -> [TodoItem]? {
    Recorder(kind.store(in: folder.url).entities(Query())).values.first
  }

  private func convert(_ arguments: String...) -> String {
    let (code, text) = TodoConversion.run(arguments, in: folder.url)
    return "\(code) \(text.replacing(folder.path, with: "DIR"))"
  }

  @Test("a converted list has all items in order; a store with items is not overwritten")
  func converting() {
    var done = here.item("完成", "2014-05-22 18:30:01", id: 2)
    done.completed = Date(timeIntervalSinceReferenceDate: 0.1)
    let list = [here.item("b", "2014-05-23", id: 3), done, here.item("", "0001-01-01", id: 1)]
    TodoStoreKind.file.store(in: folder.url).commit(list.map { .save($0) }).start()
    #expect(convert("file", "sqlite") == "0 converted 3 items from DIR/todo.json to DIR/todo.sqlite")
    #expect(items(in: .sqlite) == list)
    #expect(items(in: .file) == list)
    let occupied = "1 playground: DIR/todo.json already has items; move it away before you convert into it"
    #expect(convert("sqlite", "file") == occupied)
    try? FileManager.default.removeItem(at: folder.file("todo.json"))
    #expect(convert("sqlite", "file") == "0 converted 3 items from DIR/todo.sqlite to DIR/todo.json")
    #expect(items(in: .file) == list)
  }

  @Test("a missing or unreadable list is reported, and nothing is written") func missing() throws {
    let missing = convert("file", "sqlite")
    try folder.write("todo.json", "rubbish")
    let broken = convert("file", "sqlite").components(separatedBy: ".json: ")
    #expect(missing == "1 playground: there is no file DIR/todo.json; use --data DIR to convert in another folder")
    #expect(broken[0] == "1 playground: cannot use DIR/todo")
    #expect(broken[1].hasPrefix("the file is not valid JSON."))
    #expect(items(in: .sqlite) == [])
  }

  @Test("--help explains the command; an invalid command line fails with the reason and the usage") func usage() {
    let usage = "playground convert FROM TO [--data DIR]"
    let help = """
      0 \(usage)
      copies the to-do list from one store to another
      FROM and TO are file or sqlite; the folder is DIR if not given
      """
    #expect([convert("file", "--help"), convert("-h")] == [help, help])
    let reasons: KeyValuePairs<[String], String> = [
      ["file"]: "convert needs two stores, FROM and TO",
      []: "convert needs two stores, FROM and TO",
      ["file", "sqllite"]: "there is no store 'sqllite'; did you mean sqlite?",
      ["paper", "file"]: "there is no store 'paper'; there are memory, file, sqlite",
      ["file", "file"]: "FROM and TO are both file; choose two different stores",
      ["memory", "file"]: "a store in memory keeps nothing; choose file or sqlite",
      ["file", "sqlite", "--data"]: "--data needs a value: --data DIR",
      ["file", "sqlite", "--fast"]: "there is no option --fast",
    ]
    let outcomes = reasons.map { TodoConversion.run($0.key, in: folder.url) }
    #expect(outcomes.map(\.text) == reasons.map { "playground: \($0.value)\nusage: \(usage)" })
    #expect(outcomes.allSatisfy { $0.code == 2 })
  }

  private static let lines: KeyValuePairs<[String], [String]?> = [
    ["convert", "file", "sqlite"]: ["file", "sqlite"], ["convert"]: [],
    ["--data", "d", "convert", "file", "sqlite"]: ["--data", "d", "file", "sqlite"],
    ["--data=d", "convert", "--fast"]: ["--data=d", "--fast"], ["--data", "convert", "convert"]: nil,
    ["--data", "convert"]: nil, ["run", "convert"]: nil, ["--jobs", "2", "convert"]: nil, []: nil,
  ]

  @Test("convert may follow options, as any command may") func words() {
    #expect(Self.lines.map { TodoConversion.arguments(in: $0.key) } == Self.lines.map(\.value))
  }

  /// Old versions of the program wrote these files on the dates in them. They must stay readable.
  @Test("lists of old versions are read and changed", arguments: [TodoStoreKind.file, .sqlite])
  func past(_ kind: TodoStoreKind) throws {
    let kept = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Kept")
    let file = try #require(kind.file(in: folder.url))
    try FileManager.default.copyItem(at: kept.appendingPathComponent(file.lastPathComponent), to: file)
    func item(_ id: String, _ name: String, completed: Date? = nil) -> TodoItem {
      TodoItem(
        id: UUID(uuidString: id) ?? UUID(), name: name, due: Date(timeIntervalSince1970: 1_795_219_200),
        completed: completed)
    }
    var list = [
      item("C65AA858-779C-48E8-89B1-9D053ADAB62C", "Buy milk"),
      item(
        "00A3293E-0F19-433A-884E-938A83D7A0DA", "牛奶 \"é\"",
        completed: Date(timeIntervalSinceReferenceDate: 816969393.5288867)),
      item("24FC9189-B080-4815-9B32-AD1E784EE834", "Done"),
    ]
    #expect(items(in: kind) == list)
    kind.store(in: folder.url).delete(list.removeFirst().id).start()
    #expect(items(in: kind) == list)
  }

  @Test("the database uses its index for the list's query") func index() {
    let store = SQLiteStore(at: folder.file("todo.sqlite"), schema: TodoItem.schema), day = here.environment.now()
    store.save(here.item("Milk", "2014-05-22")).start()
    let plan = Recorder(store.plan(Query().between(\.due, day, day).ordered(by: \.due))).values
    #expect(plan == [["SEARCH entities USING INDEX by_due (value_due>? AND value_due<?)"]])
  }
}
