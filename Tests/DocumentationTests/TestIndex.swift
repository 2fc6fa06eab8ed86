import Foundation

/// The existing tests, by the names that articles use: `SomeTests/behaviour`.
struct TestIndex {
  /// The tests, and whether they check anything: in the test itself, or in a function beside it.
  private var tests: [String: Bool] = [:]

  /// The tests of this package.
  static let all = TestIndex(
    sources: ["Tests", "Sources/Generator/Templates"].flatMap { Document.paths(in: $0, endingIn: "Tests.swift") }
      .compactMap { try? Document($0).text })

  init(sources: [String]) {
    for source in sources { read(source) }
  }

  /// Tests that are commented out or disabled do not count.
  private mutating func read(_ source: String) {
    let code = source.replacing(#/(?m)^\s*\/\/.*$/#, with: "")
    // A suite, a test, or a function beside the tests; nested functions belong to these.
    let marks = code.matches(
      of:
        #/
        \b (?:struct|class|enum|extension) \s (?<suite>\w+Tests) \b
        | (?<traits> @Test \b (?: (?!@Test|\bfunc\s) [\s\S] )* ) \bfunc\s (?<test>\w+)
        | ^\s\s (?: (?:private|static|@MainActor) \s )* func\s (?<other>\w+)
        /#.anchorsMatchLineEndings())
    var suite = "", bodies: [(name: String, traits: Substring?, body: Substring)] = []
    for (index, mark) in marks.enumerated() {
      if let name = mark.suite { suite = String(name) }
      let end = index + 1 < marks.count ? marks[index + 1].range.lowerBound : code.endIndex
      let body = code[mark.range.upperBound..<end]
      if let name = mark.test { bodies.append(("\(suite)/\(name)", mark.traits, body)) }
      if let name = mark.other { bodies.append((String(name), nil, body)) }
    }
    var looks = ["expect", "#require", "Issue.record", "verify(", "race(", ".session {"]
    looks += bodies.filter { body in body.traits == nil && looks.contains { body.body.contains($0) } }.map {
      "\($0.name)("
    }
    for (name, traits, body) in bodies where traits?.contains(".disabled") == false {
      tests[name] = looks.contains { body.contains($0) }
    }
  }

  /// The problem with a name; nil if there is such a test, and it can fail.
  func problem(with name: String) -> String? {
    guard let looks = tests[name] else { return "there is no test \(name)" }
    return looks ? nil : "\(name) looks at nothing"
  }

  /// The names of tests in a text.
  static func names(in text: some StringProtocol) -> [String] {
    String(text).matches(of: /`(\w+Tests\/\w+)`/).map { String($0.1) }
  }
}
