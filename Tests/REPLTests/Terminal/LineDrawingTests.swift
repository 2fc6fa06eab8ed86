import BuiltPackage
import Fixtures
import Foundation
import Signals
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#endif

/// What the sample program leaves on the screen of a terminal, and what it clears.
@Suite(.serialized) struct LineDrawingTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let up = "A\r\u{1B}[J", here = "\r\u{1B}[J"

  /// Runs a session, which has to end well; `body` gives what is wrong.
  private func session(
    _ arguments: [String] = [], _ body: @escaping @Sendable (TypedProgram) -> String?
  ) async throws -> String? {
    try await onOwnThread { [state = folder.path] in
      let typed = try TypedProgram(state: state, arguments: arguments)
      guard typed.sees("home> ") else { return "no prompt" }
      if let problem = body(typed) { return "\(problem) in '\(typed.seen)'" }
      typed.type("\u{3}\u{4}")
      return typed.exitCode == 0 ? nil : "no good end"
    }
  }

  @Test("what comes by itself clears the line that is typed, and nothing above it: not the line before") func ticks()
    async throws
  {
    let wrong = try await session { typed in
      typed.type(":open setting\rstart\r")
      guard typed.sees("ticks: 1") else { return "no tick" }
      guard typed.sees("timer> ") else { return "no prompt" }
      typed.type(":event StartSearchNotification {\"key\": \"\(String(repeating: "long ", count: 20))\"}\r")
      guard typed.sees("no open module listens") else { return "no answer" }
      for _ in 0..<2 {
        guard typed.sees("ticks: ") else { return "no tick" }
        if typed.before.contains(Self.up) { return "what is above was cleared by '\(typed.before)'" }
      }
      return nil
    }
    #expect(wrong == nil)
  }

  @Test("what comes by itself clears the line up to where the cursor is") func cursor() async throws {
    let wrong = try await session { typed in
      typed.type(":open setting\rstart\r")
      guard typed.sees("ticks: 0") else { return "no tick" }
      // Behind its last key the cursor is in the second row, and after the one that follows in the first.
      typed.type(String(repeating: "x", count: 100) + "\u{1}")
      // A tick may come while it is still typed.
      for _ in 0..<20 {
        guard typed.sees("  the timer is running") else { return "no tick" }
        if typed.before.hasSuffix(Self.here), !typed.before.hasSuffix(Self.up), typed.before.contains("xxxx") {
          return nil
        }
      }
      return "what is above was cleared"
    }
    #expect(wrong == nil)
  }

  @Test("Ctrl-C leaves the whole line as it was typed, wherever the cursor is, quoted characters as they are drawn")
  func interrupted() async throws {
    let digits = String(repeating: "0123456789", count: 10)
    let wrong = try await session { typed in
      typed.type(digits + "\u{1}\u{3}")
      guard typed.sees(Self.here + "home> \(digits)^C\r\n"), !typed.before.hasSuffix("\u{1B}[1A") else {
        return "no line"
      }
      // Before there is a prompt the terminal takes keys for itself.
      guard typed.sees("home> ") else { return "no prompt" }
      typed.type("a\u{16}\u{1B}b\u{3}")
      return typed.sees("home> a^[b^C\r\n") && typed.sees("home> ") ? nil : "no quoted character"
    }
    #expect(wrong == nil)
  }

  @Test("a password that is taken back, or left by a stop, does not stay; after the stop the line is there again")
  func password() async throws {
    let wrong = try await session { typed in
      guard typed.isAlone else { return "it would stop the tests" }
      typed.type(":open one\r")
      guard typed.sees("Login"), typed.sees("one> ") else { return "no login" }
      typed.type("password first\u{3}")
      guard typed.sees(Self.here + "one> password ***^C") else { return "it stays after Ctrl-C" }
      guard typed.sees("one> ") else { return "no prompt" }
      typed.type("password second\u{1A}")
      guard typed.sees(Self.here + "one> password ***^Z") else { return "it stays after Ctrl-Z" }
      // It may have seen the key and not have stopped yet.
      var isThere = false
      for _ in 0..<300 where !isThere {
        typed.signal(SIGCONT)
        isThere = typed.sees(Self.here + "one> password ***", looks: 1)
      }
      // Each time it hears of that, it takes the terminal anew, and a key may come in between.
      for _ in 0..<300 {
        typed.type("\u{3}")
        if typed.sees("one> password ***^C", looks: 1) { return typed.sees("one> ") ? nil : "no prompt" }
      }
      return isThere ? "no keys after the stop" : "no line after the stop"
    }
    #expect(wrong == nil)
  }

  @Test("what is going on is told below what others wrote while the program was stopped") func stopped() async throws {
    let server = try #require(SilentServer())
    defer { withExtendedLifetime(server) {} }
    let wrong = try await session(["--base", server.base]) { typed in
      typed.type(":open one\ruser a\rpassword 1\rlogin\r")
      guard typed.sees("\u{1B}[1A\r\u{1B}[J  … 1s") else { return "no waiting" }
      typed.signal(SIGCONT)
      // Another one may come before it hears of that.
      for _ in 0..<20 {
        guard typed.sees("  … ") else { return "no waiting" }
        if typed.before.hasSuffix(Self.here), !typed.before.hasSuffix(Self.up) { return nil }
      }
      return "what is above was cleared"
    }
    #expect(wrong == nil)
  }

  @Test("what was going on goes from its place when it is over") func over() async throws {
    let server = MutableProperty(SilentServer()), base = try #require(server.value).base
    let wrong = try await session(["--base", base]) { typed in
      typed.type(":open one\ruser a\rpassword 1\rlogin\r")
      guard typed.sees(Self.up + "  … 1s") else { return "no waiting" }
      // Whoever waits for it hears that it has gone.
      server.value = nil
      // Another second may pass before.
      for _ in 0..<20 {
        guard typed.sees(Self.up + "  ") else { return "no answer" }
        guard typed.sees(" ") else { return "no answer" }
        if typed.before == "!" { return nil }
      }
      return "it stays"
    }
    #expect(wrong == nil)
  }

  @Test(
    "on a terminal that has become narrower, what is going on is drawn in its place, and nothing above it is cleared")
  func narrower() async throws {
    let server = try #require(SilentServer())
    defer { withExtendedLifetime(server) {} }
    let wrong = try await session(["--base", server.base]) { typed in
      typed.type(":open one\ruser a\rpassword 1\rlogin\r")
      guard typed.sees(Self.up + "  … 1s"), typed.sees("one> ") else { return "no waiting" }
      typed.type("user 678901234567890")
      guard typed.sees(Self.up + "  … ") else { return "no waiting" }
      typed.resize(to: 12)
      // When the program hears of it is its own affair; then what is typed takes three rows.
      for _ in 0..<20 {
        guard typed.sees("  … ") else { return "no waiting" }
        if typed.before.hasSuffix("\u{1B}[3A\r\u{1B}[J") { return nil }
        guard typed.before.hasSuffix("\u{1B}[1A\r\u{1B}[J") else { return "after '\(typed.before)'" }
      }
      return "it never hears of it"
    }
    #expect(wrong == nil)
  }

  @Test("a program that a signal ends leaves the terminal as it was", arguments: [SIGTERM, SIGINT, SIGHUP])
  func ended(_ signal: CInt) async throws {
    let (before, after, code) = try await onOwnThread { [state = folder.path] in
      let typed = try TypedProgram(state: state)
      guard typed.sees("home> ") else { return (true, false, CInt(-1)) }
      typed.type("a")
      guard typed.sees("a") else { return (true, false, CInt(-1)) }
      let before = typed.isPlain
      typed.signal(signal)
      let code = typed.exitCode
      return (before, typed.isPlain, code ?? -1)
    }
    #expect(!before && after && code == (signal == SIGINT ? 130 : signal))
  }

  @Test("colours are around what the marks say, and what is drawn again takes the place of what was there")
  func colours()
    async throws
  {
    let wrong = try await onOwnThread { [state = folder.path] () -> String? in
      let typed = try TypedProgram(state: state, arguments: ["--server", "slow"], isColored: true)
      guard typed.sees("home> ") else { return "no prompt" }
      typed.type("bogus\r")
      guard typed.sees("\u{1B}[33m  ! there is no command 'bogus' on home; help lists the commands\u{1B}[0m") else {
        return "no colour in '\(typed.seen)'"
      }
      typed.type("\u{3}\u{4}")
      return typed.exitCode == 0 ? nil : "no good end"
    }
    #expect(wrong == nil)
  }
}
