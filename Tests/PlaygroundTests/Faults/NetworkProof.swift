@testable import REPL

/// Uses what asks a server, in whatever state it was left; gives what was seen of it.
@MainActor enum NetworkProof {
  static func of(_ runner: LineRunner) async -> [String] {
    var seen: [String] = []
    func type(_ line: String) async {
      seen += await runner.run(line).filter { $0.drop { $0 == " " }.hasPrefix("!") }
      // A slow server has answered by then.
      seen += await runner.run(":advance 1m").filter { $0.drop { $0 == " " }.hasPrefix("!") }
    }
    for line in [":open one", "user tangent", "password 123456", "login"] { await type(line) }
    for line in [":open search", "main cats", "second tabby", "search", "open 2", "download"] { await type(line) }
    return seen + runner.session.console.screen
  }
}
