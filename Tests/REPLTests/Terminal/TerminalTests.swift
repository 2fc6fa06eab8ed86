import Fixtures
import Testing

@testable import REPL

@Suite struct TerminalTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("the history is in the folder of the environment variables; empty and relative folders are ignored")
  func history() {
    let path = folder.path, own = path + "/.local/state/small/history"
    #expect(Terminal.historyPath(of: "small", ["XDG_STATE_HOME": path + "/a"]) == path + "/a/small/history")
    for states in ["", "a"] {
      #expect(Terminal.historyPath(of: "small", ["XDG_STATE_HOME": states, "HOME": path]) == own)
      #expect(Terminal.historyPath(of: "small", ["XDG_STATE_HOME": states, "HOME": states]) == nil)
    }
    #expect(Terminal.historyPath(of: "small", [:]) == nil)
  }
}
