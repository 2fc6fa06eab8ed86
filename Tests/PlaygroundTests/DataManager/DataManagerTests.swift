import Foundation
import Services
import Signals
import Testing
import VIPER

@testable import REPL

/// Compiles the sample of the article about a data manager, and runs its session.
@MainActor @Suite struct DataManagerTests {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The code blocks of the article in `language`.
  private static func blocks(_ language: String) throws -> [String] {
    let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let article = root.appendingPathComponent("Sources/Services/Services.docc/DataManager.md")
    return try String(contentsOf: article, encoding: .utf8).components(separatedBy: "\n```\(language)\n").dropFirst()
      .map {
        $0.components(separatedBy: "```")[0]
      }
  }

  private static let app = ConsoleApp("library", home: "books") { session in
    let store = MemoryStore([Book(id: 1, title: "Emma")]).named("books", session.calls.hermetic)
    let server = AnyTransport { _ in .never }.named("server.books", session.calls)
    let data = BookDataManager(store: store, server: server)
    let module = Module(Route<Void, Never>("books")) { _, _ in
      let refresh = Command<Void, [Book], BookDataManager.Failure> { data.books() }
      let books = Property<[Book]>(initial: [], then: refresh.values)
      let failures = refresh.failures.map { failure in
        switch failure {
        case .store(let failure): "\(failure)"
        case .server(let failure): "\(failure)"
        }
      }
      return Assembly(
        view: ConsoleView(
          .list("books", books, empty: "(no books)", line: \.title), .button("refresh", refresh), .alert("", failures)))
    }
    return try Navigator(stage: session.console, environment: session.environment, modules: [module])
  }

  @Test("the sample is the one that is compiled here") func sample() throws {
    let file = Self.here.appendingPathComponent("BookDataManager.swift")
    let sample = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "import Signals\n\n")
    #expect(try Self.blocks("swift") == [sample[1]])
  }

  @Test("without a network the stored books stay, and the failure is shown") func session() async throws {
    let flow = try #require(try Self.blocks("console").first)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("DataManager-\(UUID().uuidString).flow")
    try flow.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let report = await Self.app.run(flow: file)
    #expect(report.passed, "\(report.text)")
  }
}
