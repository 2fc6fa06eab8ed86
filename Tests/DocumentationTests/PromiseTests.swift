import BuiltPackage
import Foundation
import Testing

/// The promises of the README and of the pages for contributors that no other test checks.
@Suite struct PromiseTests {
  @Test("the README has all of its parts, contributors find instructions and forms, and the package has no dependency")
  func parts() throws {
    let parts = [
      "README.md": [
        "\n## Why\n", "\n## A screen\n", "\n```session\n", "\n## A chain of signals\n",
        "\n## Two commands\n", ".package(url:",
        "\n## When not to use it\n", "\n## Status\n", "\n## Where to read on\n", "no licence",
      ],
      ".github/CONTRIBUTING.md": [
        "\n## Good first changes", "\n## Build and test", "\n## Measure", "\n## Add an operator", "\n## Add a control",
        "\n## Add a screen",
        "\n## Add a template",
      ],
      ".github/pull_request_template.md": ["\n## "],
      ".github/ISSUE_TEMPLATE/bug.yml": ["id: flow\n", "render: text\n", "required: true\n"],
      ".github/ISSUE_TEMPLATE/idea.md": ["\n## "],
    ]
    let missing = try parts.flatMap { path, parts in
      let text = try Document(path).text
      return parts.filter { !text.contains($0) }.map { "\(path): \($0)" }
    }
    #expect(missing == [])
    #expect(try Document("README.md").text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    #expect(try !Document("Package.swift").text.contains(".package("))
  }

  @Test("an issue form has a label, and each new repository of the code host has that label, so it is applied")
  func labels() throws {
    let forms = Document.paths(in: ".github/ISSUE_TEMPLATE", endingIn: "")
    let labels = try forms.map { try Document($0).text.firstMatch(of: /\nlabels: \[?(\w+)/).map { String($0.1) } }
    #expect(forms.count > 2)
    #expect(Set(labels).subtracting(["bug", "documentation", "enhancement", "question"]) == [])
  }

  /// The commands in the text that run a program of this package, with the program's name.
  private static func commands(in text: String) -> [(program: String, words: [Substring])] {
    let programs = ["playground": "playground", "benchmarks": "benchmarks", "viper-generate": "viper-generate"]
      .merging(["generate-module": "viper-generate"]) { $1 }
    let pattern = /(?:swift (?:run|package) |\.build\/\w+\/)([^`\n]+)/
    return text.withoutContinuations.matches(of: pattern).compactMap { command in
      let words = command.1.split(separator: " ")
      guard let index = words.firstIndex(where: { programs[String($0)] != nil }) else { return nil }
      return programs[String(words[index])].map { ($0, Array(words[(index + 1)...])) }
    }
  }

  @Test("every option that a document shows exists") func options() throws {
    let programs = try Compiler().modules.deletingLastPathComponent()
    let commands = Document.all.flatMap { Self.commands(in: $0.text) }
    var helps: [String: String] = [:], unknown: [String] = []
    for program in Set(commands.map(\.program)) {
      let help = try Compiler().swift(programs.appendingPathComponent(program).path, ["--help"])
      helps[program] = help.succeeded ? help.text : nil
    }
    for (program, words) in commands {
      for word in words where word.hasPrefix("--") || word == words.first && word == word.lowercased() {
        if helps[program]?.contains(word) != true { unknown.append("\(program) \(words.joined(separator: " "))") }
      }
    }
    #expect(commands.count > 7)
    #expect(unknown == [])
  }

  @Test("the lines and files of the same screen in other libraries are counted as they are shown")
  func sameScreen() throws {
    let document = try Document("Sources/VIPER/VIPER.docc/TheSameScreenElsewhere.md")
    let counts = ["swift", "swift-tca", "swift-ribs", "swift-rx"].map { language in
      let lines = document.blocks(language).flatMap { $0.code.split(separator: "\n") }
        .filter { !$0.allSatisfy(\.isWhitespace) }
      let files = lines.count { $0.hasPrefix("// ") && $0.hasSuffix(".swift") }
      return (lines: lines.count - files, files: files)
    }
    for (name, counts) in ["lines": counts.map(\.lines), "files": counts.map(\.files)] {
      let row = "| \(name) | \(counts.map { "\($0)" }.joined(separator: " | ")) |"
      #expect(document.text.contains(row), "\(row)")
    }
  }
}
