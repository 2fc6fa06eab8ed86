import VIPER
import Fixtures
import Foundation
import Language
import Services
import SignalsTesting
import Testing
import Todo

@Suite struct TodoStoreKindTests {
  private let here = TestEnvironment("2014-05-21")

  @Test("each kind stores the list in its file and answers queries by days", arguments: TodoStoreKind.allCases)
  func keeping(_ kind: TodoStoreKind) throws {
    let folder = try TemporaryFolder()
    let item = here.item("Milk", "2014-05-22")
    do {
      let data = here.data(kind.store(in: folder.url))
      for item in [item, here.item("Later", "2014-06-22", id: 2)] { #expect(Recorder(data.save(item)).isCompleted) }
      #expect(Recorder(data.items(from: here.environment.now(), through: item.due)).values == [[item]])
    }
    let again = here.data(kind.store(in: folder.url))
    let expected = kind == .memory ? [] : [item]
    #expect(Recorder(again.items(from: here.environment.now(), through: item.due)).values == [expected])
    #expect(kind.file(in: folder.url).map { FileManager.default.fileExists(atPath: $0.path) } ?? true)
  }

  @Test("a kind is found by its name; an unknown name is rejected with suggestions")
  func names() throws {
    #expect(try TodoStoreKind(named: "sqlite") == .sqlite)
    let near = #expect(throws: UnknownName.self) { try TodoStoreKind(named: "fiel") }
    #expect(near?.description == "there is no store 'fiel'; did you mean file?")
    let far = #expect(throws: UnknownName.self) { try TodoStoreKind(named: "cloud") }
    #expect(far?.description == "there is no store 'cloud'; there are memory, file, sqlite")
  }

  /// Files that old versions of the program wrote on the dates in them. They must stay readable.
  @Test("lists of old versions are read and changed", arguments: [TodoStoreKind.file, .sqlite])
  func past(_ kind: TodoStoreKind) throws {
    let folder = try TemporaryFolder()
    let kept = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Kept")
    let file = try #require(kind.file(in: folder.url))
    try FileManager.default.copyItem(at: kept.appendingPathComponent(file.lastPathComponent), to: file)
    let day = Date(timeIntervalSince1970: 1_795_219_200), store = kind.store(in: folder.url)
    var items = [
      TodoItem(id: try id("C65AA858-779C-48E8-89B1-9D053ADAB62C"), name: "Buy milk", due: day),
      TodoItem(
        id: try id("00A3293E-0F19-433A-884E-938A83D7A0DA"), name: "牛奶 \"é\"", due: day,
        completed: Date(timeIntervalSinceReferenceDate: 816969393.5288867)),
      TodoItem(id: try id("24FC9189-B080-4815-9B32-AD1E784EE834"), name: "Done", due: day),
    ]
    #expect(Recorder(store.entities(Query())).values == [items])
    #expect(Recorder(store.delete(items.removeFirst().id)).isCompleted)
    #expect(Recorder(kind.store(in: folder.url).entities(Query().between(\.due, day, day))).values == [items])
  }

  private func id(_ text: String) throws -> UUID { try #require(UUID(uuidString: text)) }

  @Test("the database uses its index for the list's query")
  func index() throws {
    let folder = try TemporaryFolder()
    let store = SQLiteStore(at: folder.file("todo.sqlite"), schema: TodoItem.schema)
    let item = here.item("Milk", "2014-05-22")
    #expect(Recorder(store.save(item)).isCompleted)
    let plan = Recorder(store.plan(Query().between(\.due, item.due, item.due).ordered(by: \.due))).values
    #expect(plan == [["SEARCH entities USING INDEX by_due (value_due>? AND value_due<?)"]])
  }
}
