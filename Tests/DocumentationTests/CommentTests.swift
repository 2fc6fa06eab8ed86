import BuiltPackage
import Foundation
import Testing

/// The samples in the comments of the libraries compile, and print their stated output.
@Suite struct CommentTests {
  /// The samples of VIPERUI are left out, because its article contains them in full.
  static let samples: [Sample] = Document.paths(in: "Sources", endingIn: ".swift")
    .filter { !$0.hasPrefix("Sources/VIPERUI") }
    .flatMap { path in (try? Document(path)).map { samples(in: $0.text, path) } ?? [] }

  /// The Swift blocks among the indented blocks of a source's comments. Other blocks are diagrams, with columns lined up by
  /// spaces, and texts without calls and braces.
  private static func samples(in source: String, _ path: String) -> [Sample] {
    var samples: [Sample] = [], block: [String] = []
    let lines = "\(source)\n".split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in zip(1..., lines) {
      if let code = line.wholeMatch(of: /\s*\/\/\/     (.*)/) {
        block.append(String(code.1))
      } else if !block.isEmpty, line.wholeMatch(of: /\s*\/\/\//) != nil {
        block.append("")
      } else {
        let code = block.map { $0.replacing(/\/\/.*/, with: "").trimmingCharacters(in: .whitespaces) }
        let isDiagram = code.contains { $0.contains("  ") || $0.contains("…") || $0.hasPrefix("digraph") }
        if !isDiagram, code.contains(where: { $0.contains(/[A-Za-z>]\(|\{/) }) {
          samples.append(Sample(path: path, line: number - block.count, code: block.joined(separator: "\n")))
        }
        block = []
      }
    }
    return samples
  }

  private static let standIns = Document.root.appendingPathComponent("Tests/StandIns/Comments.swift")

  /// A program with a function for each sample. A sample may use the members of a class with its file's name. Extensions and
  /// tests stand by themselves.
  private static func program(_ samples: [Sample]) throws -> String {
    let standIns = try String(contentsOf: standIns, encoding: .utf8)
    var program = "", calls = ""
    for (index, sample) in samples.enumerated() {
      var sample = sample
      if sample.code.hasPrefix("extension ") || sample.code.hasPrefix("@Test") {
        let parts = sample.code.components(separatedBy: "\n\n")
        program += Sample(path: sample.path, line: sample.line, code: parts[0]).located
        let rest = parts.dropFirst().joined(separator: "\n\n")
        sample = Sample(
          path: sample.path, line: sample.line + parts[0].components(separatedBy: "\n").count + 1, code: rest)
      }
      let file = URL(fileURLWithPath: sample.path).deletingPathExtension().lastPathComponent
      let place = standIns.contains("class \(file)Sample") ? "\(file)Sample" : "PlainSample"
      program += "extension \(place) { func sample\(index)() async throws {\n\(sample.located)} }\n"
      if !sample.prints.isEmpty { calls += "try await \(place)().sample\(index)()\n" }
    }
    return program + calls
  }

  @Test("the samples compile, and print their documented output") func samples() async throws {
    let prints = Self.samples.flatMap(\.prints)
    #expect(Self.samples.count > 25)
    #expect(prints.count > 5)
    let output = try await Compiler().run(Self.program(Self.samples), with: [Self.standIns])
    try #require(output.succeeded, "\(output.errors)")
    #expect(prints.difference(from: output.text) == nil)
  }
}
