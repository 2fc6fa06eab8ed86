import Testing

/// Words in sources that compile on an Apple platform and mean another thing there, or need a newer system than `Package.swift`
/// names.
@Suite struct TokenTests {
  struct Rule: Sendable, CustomTestStringConvertible {
    let token: String
    let reason: String
    /// A part of a file that knows the reason.
    var unless: String?
    /// The ends of the paths of files that may have it.
    var allowed: [String] = []
    var testDescription: String { token }
  }

  static let rules = [
    Rule(
      token: #"\bfsync\("#, reason: "it leaves data in the drive's cache; ask fcntl for F_FULLFSYNC first",
      unless: "F_FULLFSYNC"),
    Rule(
      token: "PRAGMA synchronous", reason: "SQLite flushes the drive only with fullfsync", unless: "PRAGMA fullfsync"),
    Rule(
      token: #"[^.\w]send\(\w+, \$"#, reason: "it ends the program when the other side has closed; set SO_NOSIGPIPE",
      unless: "SO_NOSIGPIPE"),
    Rule(
      token: #"\b1 << (?:3[1-9]|[4-9]\d)"#, reason: "an Int has 32 bits on older watches; write 0x1p53, or name Int64",
      // Tests do not run on a watch.
      allowed: ["Tests.swift"]),
    Rule(
      token: #"Bundle\.module\.bundleURL"#, reason: "Xcode puts resources into a folder of the bundle; use resourceURL"),
    Rule(token: #"\bstrsignal\("#, reason: "the text has a number there: Killed: 9"),
    Rule(token: #""The operation could not"#, reason: "the apostrophe of \"couldn’t\" is curly there"),
    Rule(
      token: #""/proc"#, reason: "there is none",
      // Each looks whether it is there.
      allowed: ["FlowFileTests.swift", "HostileServerTests.swift", "SQLiteDamageTests.swift", "TypedProgram.swift"]),
    Rule(
      token: #"/dev/full"#, reason: "there is none", unless: #"fileExists(atPath: "/dev/full")"#,
      // It cannot be written there, either.
      allowed: ["ReportFileTests.swift"]),
    Rule(token: #""/bin/(?!sh")"#, reason: "most programs are in /usr/bin there"),
    Rule(token: #"127\.0\.0\.(?!1\b)"#, reason: "only 127.0.0.1 is this machine there; others time out"),
    Rule(
      token: #"\.so\b"#, reason: "libraries have other names there", unless: "canImport(Darwin)",
      allowed: [
        // Never opened there: URLSession sends the requests.
        "CurlLibrary.swift",
        // Only a name in a message.
        "StoreFailureTests.swift",
        // Beside names that are there.
        "SQLiteFormatTests.swift", "SQLiteStoreTests.swift",
      ]),
    Rule(
      token:
        #"\b(?:InlineArray|UTF8Span|MutableSpan|OutputSpan|Task\.immediate|addImmediateTask|glassEffect|systemEpoch)\b"#,
      reason: "needs macOS 26, iOS 26"),
    Rule(
      token: "isolated deinit", reason: "needs macOS 15.4, iOS 18.4",
      // For the stand-ins only.
      allowed: ["ViewTests.swift"]),
  ]

  @Test("a word that means another thing on an Apple platform is not used without care", arguments: rules)
  func tokens(_ rule: Rule) throws {
    let token = try Regex(rule.token)
    let found = SourceFile.all.filter { file in
      !file.path.hasSuffix("/TokenTests.swift") && !rule.allowed.contains { file.path.hasSuffix($0) }
        && file.text.contains(token) && !(rule.unless.map { file.text.contains($0) } ?? false)
    }
    #expect(found.map { "\($0.path): \(rule.reason)" } == [])
  }
}
