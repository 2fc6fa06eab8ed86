import Foundation
import Services
import Signals
import Testing
import VIPER

@testable import REPL

/// Compiles the samples of the article about a data manager, and runs its sessions.
@MainActor @Suite struct DataManagerTests {
  private static func blocks(_ language: String) -> [String] {
    ReadmeTests.blocks(language, of: "Sources/Services/Services.docc/DataManager.md").map(\.text)
  }

  private static let app = ConsoleApp("library", home: "books") { session in
    let text = session.files("books.json") ?? #"{"version": 2, "entities": [{"id": 1, "title": "Emma"}]}"#
    let disk = session.persistent("disk") { MemoryFileSystem(["/books.json": Data(text.utf8)]) }
    let store = FileStore(at: URL(fileURLWithPath: "/books.json"), schema: Book.schema, files: disk)
      .named("books", session.calls.hermetic)
    let environment = session.environment
    let data = BookDataManager(
      store, AnyTransport { _ in .never }, session.calls, on: environment.scheduler, now: environment.now)
    let module = Module(Route<Void, Never>("books")) { router, _ in
      let refresh = Command<Void, [Book], BookDataManager.Failure> { data.books() }
      let upload = Command<Book, String, BookDataManager.Failure> { book in
        let cover = HTTPBody.data(Data(book.title.utf8), type: "image/png")
        return data.upload(cover, of: book, router.environment.id()).map { book.title }
      }
      let books = Property<[Book]>(initial: [], then: refresh.values)
      let failures = Signal.merge(refresh.failures, upload.failures).map { failure in
        switch failure {
        case .store(let failure): "\(failure)"
        case .server(let failure): "\(failure)"
        }
      }
      return Assembly(
        view: ConsoleView(
          .list("books", books, empty: "(no books)", line: \.title, .row("upload", upload)),
          .label("uploaded", Property(initial: "", then: upload.values)), .button("refresh", refresh),
          .alert("", failures)))
    }
    return try Navigator(stage: session.console, environment: session.environment, modules: [module])
  }

  @Test("the page's sessions are those of its samples, which are compiled here") func sessions() async throws {
    let samples = try ReadmeTests.source("DataManager/BookDataManager.swift").components(
      separatedBy: "import Signals\n\n")
    #expect(Self.blocks("swift").joined(separator: "\n") == samples[1])
    let flows = Self.blocks("console")
    #expect(flows.count == 3)
    for flow in flows {
      let report = try await Self.app.run(flow)
      #expect(report.passed, "\(report.text)")
    }
  }
}
