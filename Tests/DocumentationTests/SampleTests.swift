import Foundation
import Testing

/// What the README and the articles show is compiled, and prints what it says.
@Suite struct SampleTests {
  private static let standIns = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("StandIns")

  /// What a document's samples leave to the reader, such as an app's own types: a file of the document's name.
  private func standIns(for document: Document) -> [URL] {
    let name = URL(fileURLWithPath: document.path).deletingPathExtension().lastPathComponent
    let file = Self.standIns.appendingPathComponent("\(name).swift")
    return FileManager.default.fileExists(atPath: file.path) ? [file] : []
  }

  @Test("the samples of a document compile", arguments: Document.all) func compiling(_ document: Document) throws {
    let output = try Compiler().typeCheck(document.program, with: standIns(for: document))
    #expect(output.succeeded, "\(output.text)")
  }

  @Test("the samples of a document print what they say", arguments: Document.all.filter { !$0.prints.isEmpty })
  func printing(_ document: Document) throws {
    let output = try Compiler().run(document.program, with: standIns(for: document))
    #expect(output.succeeded, "\(output.text)")
    let difference = Self.difference(of: document, from: output.text)
    #expect(difference == nil)
  }

  /// The first line that says something else than what was printed.
  private static func difference(of document: Document, from printed: String) -> String? {
    let lines = printed.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    for (index, print) in document.prints.enumerated() where index >= lines.count || lines[index] != print.text {
      let found = index < lines.count ? "\"\(lines[index])\" is" : "nothing more is"
      return "\(document.path):\(print.line): \"\(print.text)\" should be printed, \(found)"
    }
    let rest = lines.dropFirst(document.prints.count)
    return rest.first.map { "\(document.path): \"\($0)\" is printed, and no line says so" }
  }

  @Test("a sample that does not compile is named with its file and line") func naming() throws {
    let document = Document(path: "Some.md", text: "Text\n\n```swift\nlet one = 1\nlet two: Int = \"\"\n```\n")
    let output = try Compiler().typeCheck(document.program)
    #expect(!output.succeeded)
    #expect(output.text.contains("Some.md:5:"), "\(output.text)")
  }

  @Test("a sample that prints something else is named with its file and line") func difference() {
    let text = "```swift\nprint(1)\n// Prints \"1\"\n```\n```\nplain\n```\n```swift\nprint(2)\n// Prints \"2\"\n```\n"
    let document = Document(path: "Some.md", text: text)
    #expect(document.samples.map(\.line) == [2, 9])
    #expect(document.prints == [.init(text: "1", line: 3), .init(text: "2", line: 10)])
    #expect(Self.difference(of: document, from: "1\n2\n") == nil)
    #expect(
      Self.difference(of: document, from: "1\n3\n") == "Some.md:10: \"2\" should be printed, \"3\" is")
    #expect(Self.difference(of: document, from: "1\n") == "Some.md:10: \"2\" should be printed, nothing more is")
    #expect(Self.difference(of: document, from: "1\n2\n3\n") == "Some.md: \"3\" is printed, and no line says so")
  }

  @Test("there are documents, and none of them is unfinished in its fences") func documents() throws {
    #expect(Document.all.contains { $0.path == "README.md" })
    for document in Document.all {
      #expect(document.text.components(separatedBy: "\n```").count % 2 == 1, "\(document.path)")
    }
  }
}
