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
      let typed = try TypedProgram(state: state, typing: ":open todo\n\u{4}")
      return (typed.sees("(no upcoming items)"), typed.exitCode)
    }
    #expect(seen && code == 0)
  }

  @Test("a terminal may be resized: a line is broken where it ends now") func resized() async throws {
    let text = String(repeating: "0123456789", count: 6)
    let (wide, narrow) = try await onOwnThread { [state = folder.path] in
      let typed = try TypedProgram(state: state)
      guard typed.sees("home> ") else { return ("no prompt", "") }
      typed.type(text)
      let wide = typed.digits(text.count)
      typed.resize(to: 40)
      // When the program hears of it is its own affair.
      for _ in 0..<50 {
        typed.type("\u{3}")
        guard typed.sees("^C"), typed.sees("home> ") else { return (wide, "no prompt") }
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
    let server = try #require(SilentServer())
    defer { withExtendedLifetime(server) {} }
    let steps: [(keys: String, seen: [String])] = [
      ("", ["home> "]), (":open one\r", ["one> "]), ("user tangent\r", ["one> "]), ("password 1\r", ["one> "]),
      ("login\r", ["…", "one> ", "\u{1B}[1A\r\u{1B}[J  \(elapsed)", "one> "]), ("login\r", [busy, "one> "]),
      ("\u{3}", ["^C", cancelled, "one> "]),
      ("\u{3}", ["^C", "one> "]),
      ("login\r", ["…", "one> "]), ("\u{4}", []),
    ]
    #expect(try await unseen(steps, arguments: ["--base", server.base, "--locale", locale]).isEmpty)
  }

  @Test("an interrupted program ends with 130") func interrupted() async throws {
    let code = try await onOwnThread { [state = folder.path] in
      let typed = try TypedProgram(state: state, term: "dumb")
      guard typed.sees("home> ") else { return CInt(-1) }
      typed.signal(SIGINT)
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
    let server = try #require(SilentServer())
    defer { withExtendedLifetime(server) {} }
    let backward = "\u{1B}[1A\r\u{1B}[J"
    let unseen = try await unseen(
      [
        ("", ["home> "]), (":open search\r", ["Search", "search> "]),
        ("main a\rsecond b\r", ["second: b", "search> "]),
        ("search\r", ["  …", "search> "]), ("\u{3}", ["^C", "  (cancelled)", "search> "]),
        (":open one\r", ["Login", "one> "]),
        ("password 123456\r", [backward + "one> password ***", "password: ***", "one> "]),
        ("\u{4}", []),
      ], arguments: ["--base", server.base])
    #expect(unseen == [])
  }

  /// What should have been seen after the keys of a step, and was not; the program has to end well.
  private func unseen(_ steps: [(keys: String, seen: [String])], term: String = "xterm", arguments: [String] = [])
    async throws
    -> [String]
  {
    try await onOwnThread { [state = folder.path] in
      let typed = try TypedProgram(state: state, term: term, arguments: arguments)
      for step in steps {
        typed.type(step.keys)
        for text in step.seen where !typed.sees(text) { return ["'\(text)' after '\(step.keys)' in '\(typed.seen)'"] }
      }
      return typed.exitCode == 0 ? [] : ["it ended with \(typed.exitCode ?? -1), not at the end of input"]
    }
  }
}
