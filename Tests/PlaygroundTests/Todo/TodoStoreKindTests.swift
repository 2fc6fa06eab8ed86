import Foundation
import Services
import SignalsTesting
import Testing
import Todo

@Suite struct TodoStoreKindTests {
  private let here = TestEnvironment("2014-05-21")

  @Test("the list is kept in the file of its kind, and asked for by its days", arguments: TodoStoreKind.allCases)
  func keeping(_ kind: TodoStoreKind) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("todo-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let item = here.item("Milk", "2014-05-22")
    do {
      let data = here.data(StoredTodos(kind.store(in: folder)))
      for item in [item, here.item("Later", "2014-06-22", id: 2)] { #expect(Recorder(data.save(item)).isCompleted) }
      #expect(Recorder(data.items(from: here.environment.now(), through: item.due)).values == [[item]])
    }
    let again = here.data(StoredTodos(kind.store(in: folder)))
    let expected = kind == .memory ? [] : [item]
    #expect(Recorder(again.items(from: here.environment.now(), through: item.due)).values == [expected])
    #expect(kind.file(in: folder).map { FileManager.default.fileExists(atPath: $0.path) } ?? true)
  }

  @Test("a kind goes by its name; another name is told, with what was meant")
  func names() {
    #expect(throws: Never.self) { try TodoStoreKind(named: "sqlite") == .sqlite }
    #expect(TodoStoreKind.UnknownStore(name: "fiel").description == "there is no store 'fiel'; did you mean file?")
    #expect(throws: TodoStoreKind.UnknownStore(name: "cloud")) { try TodoStoreKind(named: "cloud") }
    #expect(
      "\(TodoStoreKind.UnknownStore(name: "cloud"))" == "there is no store 'cloud'; there are memory, file, sqlite")
  }

  @Test("the database answers what the list asks from its index")
  func index() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("todo-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = SQLiteStore(at: folder.appendingPathComponent("todo.sqlite"), schema: TodoItem.schema)
    let item = here.item("Milk", "2014-05-22")
    #expect(Recorder(store.save(item)).isCompleted)
    let plan = Recorder(store.plan(Query().between(\.due, item.due, item.due).ordered(by: \.due))).values
    #expect(plan == [["SEARCH entities USING INDEX by_due (value_due>? AND value_due<?)"]])
  }
}
