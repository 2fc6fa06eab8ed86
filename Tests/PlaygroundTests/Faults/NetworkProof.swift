@testable import REPL

/// Uses the screens with a server, from any state; returns their output.
@MainActor enum NetworkProof {
  static func of(_ runner: LineRunner) async -> [String] {
    var seen: [String] = []
    func type(_ line: String) async {
      seen += await runner.run(line).output.filter { $0.drop { $0 == " " }.hasPrefix("!") }
      // Long enough for a slow server.
      seen += await runner.run(":advance 1m").output.filter { $0.drop { $0 == " " }.hasPrefix("!") }
    }
    for line in [":open one", "user tangent", "password 123456", "login"] { await type(line) }
    for line in [":open search", "main cats", "second tabby", "search", "open 2", "download"] { await type(line) }
    return seen + runner.session.console.screen
  }
}
