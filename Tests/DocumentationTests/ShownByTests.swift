import Foundation
import Testing

/// Every statement of an article names a test that shows it.
@Suite struct ShownByTests {
  @Test("every test that a page names exists", arguments: Document.all.filter { !TestIndex.names(in: $0.text).isEmpty })
  func named(_ document: Document) {
    for name in TestIndex.names(in: document.text) {
      if let problem = TestIndex.all.problem(with: name) { Issue.record("\(document.path): \(problem)") }
    }
  }

  /// The laws of an article: its list items, with their continuation lines, and the rows of its tables.
  private static func laws(_ text: String) -> [String] {
    var laws: [String] = [], isInTable = false
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("- ") || isInTable && line.hasPrefix("| ") {
        laws.append(line)
      } else if line.hasPrefix("  "), let last = laws.popLast() {
        laws.append(last + line)
      }
      isInTable = line.hasPrefix("|---") || isInTable && line.hasPrefix("| ")
    }
    return laws
  }

  @Test(
    "every law, every feature and every danger has a test",
    arguments: [
      "Signals/Signals.docc/Contract.md": 45, "VIPER/VIPER.docc/KnownFeatures.md": 34,
      "VIPER/VIPER.docc/HostileInput.md": 28,
    ])
  func everyLaw(_ path: String, _ least: Int) throws {
    let laws = Self.laws(try Document("Sources/\(path)").text)
    #expect(laws.count >= least)
    for law in laws where TestIndex.names(in: law).isEmpty { Issue.record("\(path): no test shows \(law)") }
  }

  @Test("a named test that is missing, commented out, disabled or without an expectation is found") func problems() {
    let index = TestIndex(sources: [
      """
      @Suite struct SomeTests {
        @Test(
          "says (something)", arguments: [1])
        @MainActor func plain(_ number: Int) { #expect(number == 1) }
        // @Test func commented() { #expect(true) }
        @Test(.disabled()) func off() { #expect(true) }
        func helper() { #expect(true) }
        @Test func empty() {}
      }
      """
    ])
    #expect(index.problem(with: "SomeTests/plain") == nil)
    #expect(index.problem(with: "SomeTests/empty") == "SomeTests/empty looks at nothing")
    for name in ["commented", "off", "helper", "none"] {
      #expect(index.problem(with: "SomeTests/\(name)") == "there is no test SomeTests/\(name)")
    }
    #expect(index.problem(with: "OtherTests/plain") == "there is no test OtherTests/plain")
  }
}
