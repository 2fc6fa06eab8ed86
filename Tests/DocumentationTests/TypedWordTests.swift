import BuiltPackage
import Foundation
import Testing

/// Commands in the documents work when typed.
@Suite struct TypedWordTests {
  /// The rows of a table, as text, found by the head of its first column.
  private func table(_ head: String) throws -> [String] {
    let lines = try Document("Sources/REPL/REPL.docc/WritingAFlow.md").text.components(separatedBy: "\n")
    return Array(lines.drop { !$0.hasPrefix("| \(head) |") }.prefix { $0.hasPrefix("|") }.dropFirst(2))
  }

  /// The output of the playground for typed lines.
  private func printed(_ arguments: String..., typing lines: [String] = []) async throws -> String {
    let program = try Compiler().modules.deletingLastPathComponent().appendingPathComponent("playground").path
    let input = FileManager.default.temporaryDirectory.appendingPathComponent("typed-\(UUID().uuidString)")
    try lines.map { "\($0)\n" }.joined().write(to: input, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: input) }
    let run = try await onOwnThread {
      try ToolRun(["bash", "-c", "input=$1; shift; \"$0\" \"$@\" < \"$input\"", program, input.path] + arguments)
    }
    try #require(run.succeeded, "\(run.text)")
    return run.text
  }

  @Test("the help of a session lists all of its commands, and that of the program all of its verbs and options")
  func helps() async throws {
    func words(_ rows: [String], _ pattern: Regex<(Substring, Substring)>) -> Set<String> {
      Set(rows.flatMap { $0.matches(of: pattern).map { String($0.1) } })
    }
    func heads(_ rows: [String]) -> [String] { rows.map { $0.components(separatedBy: " | ")[0] } }
    let commands = words(heads(try table("in a session or a flow") + table("only in a flow")), /`(:[a-z]+)/)
    // The help lists the commands that work now, and explains the others, too.
    let help = try await printed("--store", "memory", typing: [":help"])
    let all = try await printed("--store", "memory", typing: commands.map { ":help \($0)" })
    let listed = [help, all].map { words([$0], /(?m)^  (:[a-z]+)/) }
    #expect(listed[0].isSubset(of: commands))
    #expect(listed[1] == commands)
    #expect(commands.count > 10)
    let rows = try table("on the command line"), program = try await printed("--help")
    let options = words(rows, /(--[a-z][a-z-]*)/), verbs = words(heads(rows), /`([a-z]+)/)
    #expect(options.count > 7)
    #expect(options.isSubset(of: words([program], /(?m)^  (--[a-z][a-z-]*)[ =\[]/)))
    #expect(verbs.count > 3)
    #expect(verbs.filter { !program.contains("  playground \($0) ") } == [])
  }

  @Test("the session of the samples' README works typed into the program, too") func readme() async throws {
    let session = try #require(try Document("Playground/README.md").blocks("flow").first).code + "\n"
    // A session begins at home.
    let typed = session.matches(of: /(?m)^\S*> (.*)$/).map { String($0.1) }.filter { $0 != ":open home" }
    let text = try await printed("--store", "memory", typing: typed)
    func shown(_ text: String) throws -> String {
      let parts = text.components(separatedBy: "> :open home\n")
      try #require(parts.count == 2, "\(text)")
      return parts[1]
    }
    #expect(try shown(text) == shown(session))
  }
}
