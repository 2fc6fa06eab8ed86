import Foundation
import Testing
import VIPERTesting

@Suite struct LayersTests {
  /// The violations in an app whose files are given.
  private func violations(_ files: [String: String]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("layers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    return try Layers.violations(in: folder.path)
  }

  @Test("a presenter that names an entity is found with file and line") func entity() throws {
    let presenter =
      "import Signals\n\nfinal class P {\n  let rows: Property<[Book]>  // of Author\n  let title = \"Book\"\n}\n"
    let book = "public struct Book: Codable, Identifiable, Sendable { let id: Int }"
    let files = ["Book.swift": book, "ListPresenter.swift": presenter]
    let advice = "let the interactor make a type for the screen of it"
    #expect(try violations(files) == ["ListPresenter.swift:4: names the entity Book; \(advice)"])
  }

  @Test("views and texts name no store and no failure of one, under any word") func stores() throws {
    let files = [
      "ListTexts.swift": "import Services\nfunc text(_ failure: StoreFailure) -> String { \"\" }\n",
      "ListView.swift": "let client: HTTPClient\n",
    ]
    let advice = "let the interactor give a failure or a value of its own"
    #expect(
      try violations(files) == [
        "ListTexts.swift:1: imports Services; let the interactor use it",
        "ListTexts.swift:2: names StoreFailure; \(advice)", "ListView.swift:1: names HTTPClient; \(advice)",
      ])
  }

  @Test("an interactor gives no store's failure, but may use one") func interactor() throws {
    let source = """
      import Services
      enum Failure: Error {
        case store(StoreFailure)
      }
      final class I {
        private let store: any Store<Int>
        init(_ store: any Store<Int>) { self.store = store }
        func add() -> Signal<Void, Failure> { store.save(1).mapFailure(Failure.init) }
        var all: Signal<[Int], StoreFailure> {
          let query = Query<Int>()
        }
      }
      """
    let found = try violations(["ListInteractor.swift": source]).map { $0.prefix { $0 != ";" } }
    #expect(found == ["ListInteractor.swift:3: names StoreFailure", "ListInteractor.swift:9: names StoreFailure"])
  }

  @Test("a presenter imports no library of views") func views() throws {
    #expect(
      try violations(["APresenter.swift": "public import REPL\n"]) == [
        "APresenter.swift:1: imports REPL, which is for views"
      ])
  }

  @Test("a folder without layers is an error, not a success") func empty() {
    #expect(throws: Layers.EmptyFolder.self) { try violations(["A.swift": "struct A {}"]) }
  }
}
