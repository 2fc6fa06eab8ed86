import Fixtures
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
    private let ended = DispatchSemaphore(value: 0)
    private(set) var seen = ""

    /// - Parameter keys: what is typed before it starts.
    init(state: String, term: String = "xterm", arguments: [String] = [], typing keys: String = "") throws {
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
      process.arguments = ["--data", state] + arguments
      process.environment = ["TERM": term, "XDG_STATE_HOME": state, "HOME": state]
      // What it runs counts for the coverage of these tests.
      let profile = "LLVM_PROFILE_FILE"
      process.environment?[profile] = ProcessInfo.processInfo.environment[profile]
      let terminal = FileHandle(fileDescriptor: inside, closeOnDealloc: true)
      process.standardInput = terminal
      process.standardOutput = terminal
      process.standardError = terminal
      process.terminationHandler = { [ended] _ in ended.signal() }
      type(keys)
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
        receive()
      }
      return false
    }

    func type(_ keys: String) {
      let bytes = Array(keys.utf8)
      _ = write(keyboard, bytes, bytes.count)
    }

    /// What comes until so many digits are there; half a minute at most, which only a failure takes.
    func digits(_ count: Int) -> String {
      for _ in 0..<300 where seen.count(where: \.isNumber) < count { receive() }
      defer { seen = "" }
      return seen
    }

    /// Takes what comes within a tenth of a second.
    private func receive() {
      var descriptor = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 100) > 0 else { return }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(keyboard, &bytes, bytes.count)
      if count > 0 { seen += String(decoding: bytes.prefix(count), as: UTF8.self) }
    }

    func resize(to columns: UInt16) {
      var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
      // The terminal is not the one that controls the program, so it does not tell it.
      kill(process.processIdentifier, SIGWINCH)
    }

    func interrupt() { kill(process.processIdentifier, SIGINT) }

    /// Nil if it does not end within half a minute, which only a failure takes.
    var exitCode: Int32? {
      ended.wait(timeout: .now() + 30) == .success ? process.terminationStatus : nil
    }
  }

  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("keys edit a line, Tab completes, Ctrl-C clears, several lines are pasted, Ctrl-D ends, history stays")
  func keys() async throws {
    let steps: [(keys: String, seen: [String])] = [
      ("", ["Playground", "home> "]), (":op\ttodo\r", ["(no upcoming items)", "todo> "]),
      ("rubbish\u{3}", ["^C", "todo> "]),
      ("ad\t\r", ["name: -", "todo/add> "]),
      ("name 登录x\u{7F}é\u{1}\u{5}\rcancel\r", ["\n  name: 登录é", "VIPER TODO", "todo> "]), ("\u{4}", []),
    ]
    #expect(try await unseen(steps).isEmpty)
    let history = try folder.read("playground/history")
    #expect(history.contains("cancel") && !history.contains("rubbish"))
    #expect(
      try await unseen([
        ("", ["home> "]), (":open todo\r", ["todo> "]), ("\u{10}\u{10}\u{10}\u{10}\r", ["name: -", "todo/add> "]),
        ("\u{4}", []),
      ]).isEmpty)
  }

  @Test("a mark that combines is typed, taken back and kept with the letter before it") func combining() async throws {
    let steps: [(keys: String, seen: [String])] = [
      ("", ["home> "]), (":open todo\r", ["todo> "]), ("add\r", ["todo/add> "]),
      ("name Ame\u{301}\u{327}\u{7F}lie\r", ["\n  name: Ame\u{301}lie", "todo/add> "]),
      (":save \(folder.path)/a.flow\r", ["todo/add> "]), ("\u{4}", []),
    ]
    #expect(try await unseen(steps) == [])
    let saved = try folder.read("a.flow").unicodeScalars
    #expect(saved.contains("\u{301}") && !saved.contains("\u{327}"))
  }

  @Test("what is typed while nobody reads is not lost: a line runs, and Ctrl-D ends") func typedAhead() async throws {
    let (seen, code) = try await onOwnThread { [state = folder.path] in
      // The program has not begun to edit lines when it gets them, as while a line runs.
      let typed = try Typed(state: state, typing: ":open todo\n\u{4}")
      return (typed.sees("(no upcoming items)"), typed.exitCode)
    }
    #expect(seen && code == 0)
  }

  @Test("a terminal may be resized: a line is broken where it ends now") func resized() async throws {
    let text = String(repeating: "0123456789", count: 6)
    let (wide, narrow) = try await onOwnThread { [state = folder.path] in
      let typed = try Typed(state: state)
      guard typed.sees("home> ") else { return ("no prompt", "") }
      typed.type(text)
      let wide = typed.digits(text.count)
      typed.resize(to: 40)
      // When the program hears of it is its own affair.
      for _ in 0..<50 {
        typed.type("\u{3}")
        guard typed.sees("home> ") else { return (wide, "no prompt") }
        typed.type(text)
        let narrow = typed.digits(text.count)
        if !narrow.contains(text) { return (wide, narrow) }
      }
      return (wide, "never")
    }
    #expect(wide.contains(text))
    #expect(narrow != "never" && narrow.filter(\.isNumber).count >= text.count)
  }

  @Test(
    "Ctrl-C on an empty line cancels what the screen has begun, and says so in the user's language",
    arguments: [
      ("en_US", "… 1s", "login is busy", "\n  (cancelled)\r"),
      ("zh-Hans", "… 1 秒", "login 正在进行", "\n  (已取消)\r"),
    ])
  func cancelled(_ locale: String, _ elapsed: String, _ busy: String, _ cancelled: String) async throws {
    // A server that never answers.
    let server = socket(AF_INET, Self.stream, 0)
    defer { close(server) }
    var address = sockaddr_in(), length = socklen_t(MemoryLayout<sockaddr_in>.size)
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #expect(bind(server, $0, length) == 0 && listen(server, 16) == 0 && getsockname(server, $0, &length) == 0)
      }
    }
    let steps: [(keys: String, seen: [String])] = [
      ("", ["home> "]), (":open one\r", ["one> "]), ("user tangent\r", ["one> "]), ("password 1\r", ["one> "]),
      ("login\r", ["…", "one> ", "\u{1B}[1A\r\u{1B}[J  \(elapsed)", "one> "]), ("login\r", [busy, "one> "]),
      ("\u{3}", ["^C", cancelled, "one> "]),
      ("\u{3}", ["^C", "one> "]),
      ("login\r", ["…", "one> "]), ("\u{4}", []),
    ]
    let base = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    #expect(try await unseen(steps, arguments: ["--base", base, "--locale", locale]).isEmpty)
  }

  #if canImport(Glibc)
    private static let stream = CInt(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  @Test("an interrupted program ends with 130") func interrupted() async throws {
    let code = try await onOwnThread { [state = folder.path] in
      let typed = try Typed(state: state, term: "dumb")
      guard typed.sees("home> ") else { return CInt(-1) }
      typed.interrupt()
      return typed.exitCode ?? -2
    }
    #expect(code == 130)
  }

  @Test("a terminal without abilities is read as it is") func dumb() async throws {
    #expect(
      try await unseen(
        [("", ["home> "]), (":open todo\n", ["todo> "]), ("add\n", ["name: -"]), ("\u{4}", [])], term: "dumb"
      ).isEmpty)
  }

  @Test("a wait ends with Ctrl-C and leads to another prompt; a password does not stay")
  func waiting() async throws {
    let backward = "\u{1B}[1A\r\u{1B}[J"
    let unseen = try await unseen(
      [
        ("", ["home> "]), (":open search\r", ["Search", "search> "]),
        ("main a\rsecond b\r", ["second: b", "search> "]),
        ("search\r", ["  …", "search> "]), ("\u{3}", ["^C", "  (cancelled)", "search> "]),
        (":open one\r", ["Login", "one> "]),
        ("password 123456\r", [backward + "one> password ***", "password: ***", "one> "]),
        ("\u{4}", []),
      ], arguments: ["--server", "slow"])
    #expect(unseen == [])
  }

  /// What should have been seen after the keys of a step, and was not; the program has to end well.
  private func unseen(_ steps: [(keys: String, seen: [String])], term: String = "xterm", arguments: [String] = [])
    async throws
    -> [String]
  {
    try await onOwnThread { [state = folder.path] in
      let typed = try Typed(state: state, term: term, arguments: arguments)
      for step in steps {
        typed.type(step.keys)
        for text in step.seen where !typed.sees(text) { return ["'\(text)' after '\(step.keys)' in '\(typed.seen)'"] }
      }
      return typed.exitCode == 0 ? [] : ["it ended with \(typed.exitCode ?? -1), not at the end of input"]
    }
  }
}
