import BuiltPackage
import Effort
import Foundation
import Testing

/// The samples of the README and the articles compile, and print their stated output.
@Suite struct SampleTests {
  /// The documents without a UI framework: the tests of VIPERUI compile the others.
  private static let documents = Document.all.filter { !$0.program.contains("import VIPERUI") }

  @Test("the samples of a document compile", arguments: Effort.some(3, of: documents.filter { !$0.samples.isEmpty }))
  func compiling(_ document: Document) async throws {
    let output = try await Compiler().compile(document.program)
    #expect(output.succeeded, "\(output.errors)")
  }

  @Test(
    "the samples of a document print their documented output",
    arguments: Effort.some(2, of: documents.filter { !$0.prints.isEmpty }))
  func printing(_ document: Document) async throws {
    let output = try await Compiler().run(document.program)
    #expect(output.succeeded, "\(output.errors)")
    #expect(document.prints.difference(from: output.text) == nil, "\(output.errors)")
  }

  /// Documents that run the flows of an app are left out, because there are no flows here.
  private static let withTests = documents.filter { document in
    document.program.contains("@Test") && !document.program.contains("ConsoleApp.flows(")
  }

  @Test("the tests that a document shows pass", arguments: Effort.some(2, of: withTests))
  func testing(_ document: Document) async throws {
    let output = try await Compiler().run(document.program + "await Testing.__swiftPMEntryPoint() as Never\n")
    #expect(output.succeeded, "\(output.errors)")
    #expect(output.text.contains("passed"), "\(output.errors)")
  }

  @Test("a sample that does not compile, or prints something else, is named with its file and line")
  func naming() async throws {
    for mistake in ["let two: Int = \"\"", "func two() -> Int {}"] {
      let invalid = Document(path: "Some.md", text: "Text\n\n```swift\nlet one = 1\n\(mistake)\n```\n")
      let output = try await Compiler().compile(invalid.program)
      #expect(!output.succeeded, "\(output.text)")
      #expect(output.text.contains("Some.md:5:"), "\(output.text)")
    }
    let text = "```swift\nprint(1)\n// Prints \"1\"\n```\n```\nplain\n```\n```swift\nprint(2)\n// Prints \"2\"\n```\n"
    let document = Document(path: "Some.md", text: text), prints = document.prints
    #expect(document.samples.map(\.line) == [2, 9])
    #expect(prints.map(\.line) == [3, 10])
    let differences = [
      nil, "Some.md:10: \"2\" should be printed, \"3\" is", "Some.md:10: \"2\" should be printed, nothing more is",
      "\"3\" is printed, and no line says so",
    ]
    #expect(["1\n2\n", "1\n3\n", "1\n", "1\n2\n3\n"].map(prints.difference) == differences)
  }

  @Test("every fence is closed, every Swift sample is fenced as one, and every link to a file leads to one")
  func fences() {
    let problems = Document.all.flatMap { document in
      let fences = document.text.components(separatedBy: "\n```").count - 1
      let isFenced = document.samples.count == document.text.components(separatedBy: "\n```swift\n").count - 1
      let folder = Document.root.appendingPathComponent(document.path).deletingLastPathComponent()
      let links = document.text.matches(of: /\]\(([^)#:]+)\)/).map { String($0.1) }
      let lost = links.filter { !FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path) }
      return ((fences % 2 == 0 && isFenced ? [] : ["a fence"]) + lost).map { "\(document.path): \($0)" }
    }
    #expect(problems == [])
  }
}
