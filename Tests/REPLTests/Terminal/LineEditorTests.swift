import BuiltPackage
import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#endif

/// The sample program at a terminal of its own: what is typed key by key, and what is seen.
@Suite(.serialized) struct LineEditorTests {
  /// A program at a pseudo terminal.
  private final class Typed {
    private let process = Process()
    private let keyboard: CInt
    private(set) var seen = ""

    init(state: String, term: String = "xterm") throws {
      var outside: CInt = 0, inside: CInt = 0
      var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
      try #require(openpty(&outside, &inside, nil, nil, &size) == 0)
      keyboard = outside
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      // Built beside the tests, wherever that is.
      let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("playground")
      let isBeside = FileManager.default.isExecutableFile(atPath: beside.path)
      process.executableURL = isBeside ? beside : root.appendingPathComponent(".build/debug/playground")
      process.arguments = ["--data", state]
      process.environment = ["TERM": term, "XDG_STATE_HOME": state, "HOME": state]
      let terminal = FileHandle(fileDescriptor: inside, closeOnDealloc: true)
      process.standardInput = terminal
      process.standardOutput = terminal
      process.standardError = terminal
      try process.run()
    }

    deinit {
      if process.isRunning { process.terminate() }
      close(keyboard)
    }

    /// Waits until a text is seen after what was seen before; half a minute at most, which only a failure takes.
    func sees(_ text: String) -> Bool {
      for _ in 0..<300 {
        if let found = seen.range(of: text) {
          seen = String(seen[found.upperBound...])
          return true
        }
        var descriptor = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, 100) > 0 else { continue }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(keyboard, &bytes, bytes.count)
        guard count > 0 else { break }
        seen += String(decoding: bytes.prefix(count), as: UTF8.self)
      }
      return false
    }

    func type(_ keys: String) { _ = keys.withCString { write(keyboard, $0, strlen($0)) } }

    var exitCode: Int32 {
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("keys edit a line, Tab completes, Ctrl-C clears, several lines are pasted, Ctrl-D ends, history stays")
  func keys() async throws {
    let steps: [(keys: String, seen: [String])] = [
      ("", ["Playground", "home> "]), (":open todo\r", ["(no upcoming items)", "todo> "]),
      ("rubbish\u{3}", ["^C", "todo> "]),
      ("ad\t\r", ["name: -", "todo/add> "]),
      ("name 登录x\u{7F}é\u{1}\u{5}\rcancel\r", ["\n  name: 登录é", "VIPER TODO", "todo> "]), ("\u{4}", []),
    ]
    #expect(try await unseen(steps).isEmpty)
    let history = try folder.read("playground/history")
    #expect(history.contains("cancel") && !history.contains("rubbish"))
    #expect(
      try await unseen([
        ("", ["home> "]), (":open todo\r", ["todo> "]), ("\u{10}\u{10}\u{10}\u{10}\r", ["name: -"]), ("\u{4}", []),
      ]).isEmpty)
  }

  @Test("a terminal without abilities is read as it is") func dumb() async throws {
    #expect(
      try await unseen(
        [("", ["home> "]), (":open todo\n", ["todo> "]), ("add\n", ["name: -"]), ("\u{4}", [])], term: "dumb"
      ).isEmpty)
  }

  /// What should have been seen after the keys of a step, and was not; the program has to end well.
  private func unseen(_ steps: [(keys: String, seen: [String])], term: String = "xterm") async throws -> [String] {
    try await onOwnThread { [state = folder.path] in
      let typed = try Typed(state: state, term: term)
      for step in steps {
        typed.type(step.keys)
        for text in step.seen where !typed.sees(text) { return ["'\(text)' after '\(step.keys)' in '\(typed.seen)'"] }
      }
      return typed.exitCode == 0 ? [] : ["exit code \(typed.exitCode)"]
    }
  }
}
