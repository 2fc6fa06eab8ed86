import Foundation
import Testing

/// Every statement of an article names a test that shows it.
@Suite struct ShownByTests {
  @Test("every test that a page names exists") func named() {
    let problems = Document.all.flatMap { document in
      TestIndex.names(in: document.text).compactMap(TestIndex.all.problem).map { "\(document.path): \($0)" }
    }
    #expect(problems == [])
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

  @Test("every law, every feature and every danger has a test") func everyLaw() throws {
    for (page, least) in ["Signals.docc/Contract": 45, "VIPER.docc/KnownFeatures": 34, "VIPER.docc/HostileInput": 28] {
      let laws = Self.laws(try Document("Sources/\(page.prefix { $0 != "." })/\(page).md").text)
      #expect(laws.count >= least, "\(page)")
      #expect(laws.filter { TestIndex.names(in: $0).isEmpty } == [], "\(page)")
    }
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
    let names = ["SomeTests/plain", "SomeTests/empty"]
    let missing = ["SomeTests/commented", "SomeTests/off", "SomeTests/helper", "SomeTests/none", "OtherTests/plain"]
    let problems = [nil, "SomeTests/empty looks at nothing"] + missing.map { "there is no test \($0)" }
    #expect((names + missing).map(index.problem) == problems)
  }
}
