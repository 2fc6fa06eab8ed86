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

  @Test("output by itself clears only the line that is being typed, of one row or several, wherever the cursor is")
  func output() async throws {
    try await folder.session(end: "\u{3}\u{4}") { typed in
      let event = ":event StartSearchNotification {\"key\": \"\(String(repeating: "long ", count: 20))\"}\r"
      let missed = typed.misses([
        ":open setting\rstart\r": ["ticks: 1", "timer> "], event: ["no open module listens"],
      ])
      if let missed { return missed }
      for _ in 0..<2 {
        guard typed.sees("ticks: ") else { return "no tick" }
        if typed.before.contains(Self.up) { return "what is above was cleared by '\(typed.before)'" }
      }
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
  }

  @Test(
    "marks are coloured; Ctrl-C leaves the line as it was typed, wherever the cursor is, control characters as they are drawn"
  )
  func interrupted() async throws {
    let digits = String(repeating: "0123456789", count: 10)
    try await folder.session(isColored: true) { typed in
      typed.type(digits + "\u{1}\u{3}")
      guard typed.sees(Self.here + "home> \(digits)^C\r\n"), !typed.before.hasSuffix("\u{1B}[1A") else {
        return "no line"
      }
      // Before there is a prompt, the terminal itself handles the keys.
      return typed.misses([
        "": ["home> "], "a\u{1B}[200~\u{1}\u{1B}[201~b\u{3}": ["home> a^Ab^C\r\n", "home> "],
        "bogus\r": ["\u{1B}[33m  ! there is no command 'bogus' on home; help lists the commands\u{1B}[0m", "home> "],
      ])
    }
  }

  @Test("a deleted or stopped password does not stay on the screen; after the stop the line is drawn again")
  func password() async throws {
    try await folder.session { typed in
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
  }

  @Test("Ctrl-Z gives a shell its terminal, and fg draws the line again", .enabled(if: TypedProgram.hasShell))
  func jobs() async throws {
    let wrong: String? = try await onOwnThread { [state = folder.path] in
      let typed = try TypedProgram(state: state, isShell: true), path = BuiltModules.program("playground").path
      if let missed = typed.misses(["": ["sh> "], "'\(path)' --data '\(state)'\n": ["home> "]]) { return missed }
      for (keys, line) in [("abc\u{1}", "home> abc"), ("x", "home> xabc")] {
        if let missed = typed.misses([keys: [String(line.dropFirst(6))], "\u{1A}": ["^Z", "Stopped", "sh> "]]) {
          return missed
        }
        if !typed.isPlain { return "the shell's terminal is raw" }
        if let missed = typed.misses(["fg\n": [Self.here + line]]) { return missed }
        if typed.isPlain { return "the line is not edited" }
      }
      return typed.misses(["\u{3}": ["home> xabc^C", "home> "], "\u{4}": ["sh> "], "exit\n": []])
        ?? (typed.exitCode == 0 ? nil : "no good end")
    }
    #expect(wrong == nil)
  }

  @Test("progress is drawn below the output of other programs during a stop, and in place after a resize")
  func progress() async throws {
    let server = try #require(SilentServer())
    defer { withExtendedLifetime(server) {} }
    try await folder.session(["--base", server.base], end: "\u{3}\u{4}") { typed in
      let login = ":open one\ruser a\rpassword 1\rlogin\r"
      if let missed = typed.misses([login: [Self.up + "  … 1s", "one> "]]) { return missed }
      typed.signal(SIGCONT)
      // Another second may be drawn before the signal arrives.
      var isBelow = false
      for _ in 0..<20 where !isBelow {
        guard typed.sees("  … ") else { return "no waiting" }
        isBelow = typed.before.hasSuffix(Self.here) && !typed.before.hasSuffix(Self.up)
      }
      guard isBelow else { return "what is above was cleared" }
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
  }

  @Test(
    "a program that a signal ends leaves the terminal as it was",
    arguments: [
      SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGTRAP, SIGILL, SIGBUS, SIGFPE, SIGSYS, SIGALRM, SIGUSR1,
    ])
  func ended(_ signal: CInt) async throws {
    let (before, after, code, pastes) = try await onOwnThread { [state = folder.path] in
      let typed = try TypedProgram(state: state, environment: ["SWIFT_BACKTRACE": "enable=no"])
      guard typed.misses(["": ["home> "], "a": ["a"]]) == nil else { return (true, false, CInt(-1), [Bool]()) }
      let before = typed.isPlain, marked = typed.marksPastes
      typed.signal(signal)
      let code = typed.exitCode
      _ = typed.sees("the rest", looks: 1)
      return (before, typed.isPlain, code ?? -1, [marked, typed.marksPastes])
    }
    #expect(pastes == [true, false])
    #expect(!before)
    #expect(after)
    #expect(code == (signal == SIGINT ? 130 : signal))
  }

  @Test("a crash while a line is edited leaves the terminal as it was, and Swift prints its backtrace")
  func crashed() async throws {
    let pipe = try folder.pipe()
    let settings = "enable=yes,color=no,interactive=no,symbolicate=off,threads=crashed,images=none,registers=none"
    let (before, after, code, seen) = try await onOwnThread { [state = folder.path] in
      let typed = try TypedProgram(
        state: state, arguments: ["--pipe", pipe], environment: ["SWIFT_BACKTRACE": settings], program: Program.victim)
      guard typed.misses(["": ["home> "], "doom\r": ["home> "], "a": ["***"]]) == nil else {
        return (true, false, CInt(-1), typed.seen)
      }
      let before = typed.isPlain
      let writer = FileHandle(forWritingAtPath: pipe)
      defer { withExtendedLifetime(writer) {} }
      let isTold = typed.sees("Program crashed"), code = typed.exitCode
      return (before, typed.isPlain, code ?? -1, isTold ? "Program crashed" : typed.seen)
    }
    #expect(!before)
    #expect(after)
    #expect([SIGILL, SIGTRAP].contains(code))
    #if os(Linux)
      #expect(seen == "Program crashed")
    #endif
  }
}
