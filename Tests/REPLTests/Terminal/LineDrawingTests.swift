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

/// The sample program's drawing and clearing on the screen of a terminal.
@Suite(.serialized) struct LineDrawingTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let up = "A\r\u{1B}[J", here = "\r\u{1B}[J"

  private func session(
    _ arguments: [String] = [], isColored: Bool = false, _ body: @escaping @Sendable (TypedProgram) -> String?
  ) async throws -> String? {
    try await TypedProgram.session(in: folder, arguments, isColored: isColored, body)
  }

  @Test("output by itself clears only the line that is being typed, not the line above")
  func ticks() async throws {
    let wrong = try await session { typed in
      let event = ":event StartSearchNotification {\"key\": \"\(String(repeating: "long ", count: 20))\"}\r"
      let missed = typed.misses([
        ":open setting\rstart\r": ["ticks: 1", "timer> "], event: ["no open module listens"],
      ])
      if let missed { return missed }
      for _ in 0..<2 {
        guard typed.sees("ticks: ") else { return "no tick" }
        if typed.before.contains(Self.up) { return "what is above was cleared by '\(typed.before)'" }
      }
      return nil
    }
    #expect(wrong == nil)
  }

  @Test("output by itself clears a line of several rows, wherever the cursor is") func cursor() async throws {
    let wrong = try await session { typed in
      if let missed = typed.misses([":open setting\rstart\r": ["ticks: 0"]]) { return missed }
      // After the last letter the cursor is in the second row, and after Ctrl-A in the first.
      typed.type(String(repeating: "x", count: 100) + "\u{1}")
      // A tick may come before all keys have arrived.
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
      // Before there is a prompt, the terminal itself handles the keys.
      guard typed.sees("home> ") else { return "no prompt" }
      typed.type("a\u{16}\u{1B}b\u{3}")
      return typed.sees("home> a^[b^C\r\n") && typed.sees("home> ") ? nil : "no quoted character"
    }
    #expect(wrong == nil)
  }

  @Test("a deleted or stopped password does not stay on the screen; after the stop the line is drawn again")
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
      // The program may have read the key without having stopped yet.
      var isThere = false
      for _ in 0..<300 where !isThere {
        typed.signal(SIGCONT)
        isThere = typed.sees(Self.here + "one> password ***", looks: 1)
      }
      // At each SIGCONT the program sets the terminal's mode again, which may drop a key.
      for _ in 0..<300 {
        typed.type("\u{3}")
        if typed.sees("one> password ***^C", looks: 1) { return typed.sees("one> ") ? nil : "no prompt" }
      }
      return isThere ? "no keys after the stop" : "no line after the stop"
    }
    #expect(wrong == nil)
  }

  /// Runs a session that waits for a server, which never answers.
  private func waitingSession(_ body: @escaping @Sendable (TypedProgram) -> String?) async throws -> String? {
    let server = try #require(SilentServer())
    defer { withExtendedLifetime(server) {} }
    return try await session(["--base", server.base]) { typed in
      typed.misses([":open one\ruser a\rpassword 1\rlogin\r": [Self.up + "  … 1s"]]) ?? body(typed)
    }
  }

  @Test("progress is drawn below the output of other programs during a stop") func stopped() async throws {
    let wrong = try await waitingSession { typed in
      typed.signal(SIGCONT)
      // Another second may be drawn before the signal arrives.
      for _ in 0..<20 {
        guard typed.sees("  … ") else { return "no waiting" }
        if typed.before.hasSuffix(Self.here), !typed.before.hasSuffix(Self.up) { return nil }
      }
      return "what is above was cleared"
    }
    #expect(wrong == nil)
  }

  @Test("progress is removed when its work is over") func over() async throws {
    let server = MutableProperty(SilentServer()), base = try #require(server.value).base
    let wrong = try await session(["--base", base]) { typed in
      typed.type(":open one\ruser a\rpassword 1\rlogin\r")
      guard typed.sees(Self.up + "  … 1s") else { return "no waiting" }
      // The closed connection fails the call.
      server.value = nil
      // Another second may be drawn before that.
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
    "on a narrower terminal, progress is redrawn in place, and nothing above it is cleared")
  func narrower() async throws {
    let wrong = try await waitingSession { typed in
      guard typed.sees("one> ") else { return "no prompt" }
      typed.type("user 678901234567890")
      guard typed.sees(Self.up + "  … ") else { return "no waiting" }
      typed.resize(to: 12)
      // The program may notice the resize at any later time; the typed text then takes three rows.
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

  @Test("marks are coloured") func colours() async throws {
    let wrong = try await session(isColored: true) { typed in
      let mark = "\u{1B}[33m  ! there is no command 'bogus' on home; help lists the commands\u{1B}[0m"
      return typed.misses(["bogus\r": [mark]])
    }
    #expect(wrong == nil)
  }
}
