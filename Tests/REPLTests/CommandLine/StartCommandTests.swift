import Testing

@testable import REPL
@testable import REPLTools

/// A program names the command that starts it.
@Suite struct StartCommandTests {
  private static let rows: [(String, String, String)] = [
    ("/p/.build/debug/counter", "/p", "swift run counter"),
    ("/p/.build/x86/debug/counter", "/p/Sources/A", "swift run counter"),
    (".build/debug/counter", "/p", "swift run counter"),
    ("/p/.build/debug/counter", "/other", "/p/.build/debug/counter"),
    ("/p/.build/debug/counter", "/pq", "/p/.build/debug/counter"), ("./counter", "/p", "./counter"),
    ("counter", "/p", "counter"),
    ("/my apps/counter", "/p", "'/my apps/counter'"),
  ]

  @Test("swift run, in the package that it was built for; otherwise the program as it was named", arguments: rows)
  func text(_ program: String, _ folder: String, _ command: String) {
    #expect(StartCommand.text(program, in: folder) == command)
  }
}
