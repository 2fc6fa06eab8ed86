import BuiltPackage
import Foundation
import Testing

/// The promises of the README and of the pages for contributors that no other test checks.
@Suite struct PromiseTests {
  @Test("the README has all of its parts") func readme() throws {
    let text = try Document("README.md").text
    let parts = [
      ".package(url:", "\n## A screen\n", "\n## Two commands\n", "\n## A session\n", "\n## How a module is built\n",
      "```mermaid\n", "\n## How it compares\n", "\n## Where to read on\n",
    ]
    for part in parts { #expect(text.components(separatedBy: part).count == 2, "\(part)") }
  }

  @Test("the package has no dependency") func dependencies() throws {
    #expect(try !Document("Package.swift").text.contains(".package("))
  }

  @Test("contributors find instructions and forms") func contributing() throws {
    let text = try Document(".github/CONTRIBUTING.md").text
    let subjects = ["Build and test", "Measure", "Add an operator", "Add a control", "Add a screen", "Add a template"]
    for subject in subjects { #expect(text.contains("\n## \(subject)"), "\(subject)") }
    for form in ["pull_request_template.md", "ISSUE_TEMPLATE/bug.md", "ISSUE_TEMPLATE/idea.md"] {
      #expect(try Document(".github/\(form)").text.contains("\n## "), "\(form)")
    }
  }

  /// The commands in the text that run a program of this package, with the program's name.
  private static func commands(in text: String) -> [(program: String, words: [Substring])] {
    let programs = ["playground": "playground", "benchmarks": "benchmarks", "viper-generate": "viper-generate"]
      .merging(["generate-module": "viper-generate"]) { $1 }
    return text.matches(of: /swift (?:run|package) ([^`\n]+)/).compactMap { command in
      let words = command.1.split(separator: " ")
      guard let index = words.firstIndex(where: { programs[String($0)] != nil }) else { return nil }
      return programs[String(words[index])].map { ($0, Array(words[(index + 1)...])) }
    }
  }

  @Test("every option that a document shows exists", arguments: Document.all.filter { !commands(in: $0.text).isEmpty })
  func options(_ document: Document) throws {
    let programs = try Compiler().modules.deletingLastPathComponent()
    for (program, words) in Self.commands(in: document.text) {
      let help = try Compiler().swift(programs.appendingPathComponent(program).path, ["--help"])
      try #require(help.succeeded, "\(help.text)")
      for word in words where word.hasPrefix("--") || word == words.first && word == word.lowercased() {
        #expect(help.text.contains(word), "\(program) \(words.joined(separator: " "))")
      }
    }
  }

  @Test("commands are found wherever they stand") func finding() {
    let text =
      "`swift run -c release benchmarks --row pipe` or\n$ swift run login\nswift package generate-module Notes\n"
    #expect(Self.commands(in: text).map(\.program) == ["benchmarks", "viper-generate"])
    #expect(Self.commands(in: text).first?.words == ["--row", "pipe"])
  }
}
