import Fixtures
import Foundation
import Home
import REPL
import Testing

/// Checks the samples and sessions of the README and the other documents.
@Suite struct ReadmeTests {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let root = here.deletingLastPathComponent().deletingLastPathComponent()

  /// A fenced code block of a document.
  struct Block: CustomTestStringConvertible {
    let document: String
    /// The line number of its first line.
    let line: Int
    let text: String

    var testDescription: String { "\(document):\(line)" }
  }

  /// The code blocks of a language.
  static func blocks(_ language: String, of document: String) -> [Block] {
    let text = (try? String(contentsOf: root.appendingPathComponent(document), encoding: .utf8)) ?? ""
    var line = 1
    let parts = text.components(separatedBy: "\n```\(language)\n").map { part in
      defer { line += part.components(separatedBy: "\n").count + 1 }
      return Block(document: document, line: line, text: part.components(separatedBy: "```")[0])
    }
    return Array(parts.dropFirst())
  }

  /// A source of these tests.
  static func source(_ name: String) throws -> String {
    try String(contentsOf: here.appendingPathComponent(name), encoding: .utf8)
  }

  /// The sessions of all documents except the tutorial's, whose app is built by its own test.
  static let sessions: [Block] = {
    let sources = FileManager.default.enumerator(atPath: root.appendingPathComponent("Sources").path)
    let articles = (sources?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }.sorted()
      .map { "Sources/\($0)" }
    return (["Playground/README.md", ".github/CONTRIBUTING.md"] + articles)
      .filter { !$0.hasSuffix("/BuildingALogin.md") }.flatMap { blocks("flow", of: $0) }
  }()

  @Test("a session in a document is the program's real output", arguments: sessions)
  @MainActor func session(_ block: Block) async throws {
    // Empty lines before it make the report's line numbers those of the document.
    let flow = String(repeating: "\n", count: block.line - 1) + block.text
    let report = try await PlaygroundApp.console(keepingIn: URL(fileURLWithPath: "/dev/null/data")).run(flow)
    #expect(report.passed, "\(block.testDescription): \(report.text)")
  }

  @Test("every document with a session is found, with its line") func places() throws {
    let documents = Set(Self.sessions.map(\.document))
    #expect(documents.isSuperset(of: ["Playground/README.md", "Sources/REPL/REPL.docc/WritingAFlow.md"]))
    let starts = try Self.sessions.map { block in
      let text = try String(contentsOf: Self.root.appendingPathComponent(block.document), encoding: .utf8)
      return text.components(separatedBy: "\n")[(block.line - 2)...].prefix(2).joined(separator: "\n")
    }
    #expect(starts == Self.sessions.map { "```flow\n\($0.text.prefix { $0 != "\n" })" })
  }

  @Test("the screen is the one that is compiled here, but for its SwiftUI view, and its session passes")
  @MainActor func module() async throws {
    let blocks = Self.blocks("swift", of: "README.md").map(\.text).filter { !$0.contains("import SwiftUI") }
    #expect(try Self.source("ReadmeSample.swift") == blocks.joined(separator: "\n"))
    let session = try #require(Self.blocks("session", of: "README.md").first)
    let report = try await app.run(session.text)
    #expect(report.passed, "\(report.text)")
  }
}

extension ConsoleApp {
  /// The report of running a flow with this text.
  @MainActor func run(_ flow: String) async throws -> FlowReport {
    let folder = try TemporaryFolder()
    return await run(flow: try folder.write("session.flow", flow))
  }
}
