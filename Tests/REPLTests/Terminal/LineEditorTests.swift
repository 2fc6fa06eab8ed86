import Fixtures
import BuiltPackage
import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#endif

/// The sample program at a pseudo terminal: keys, and the visible output.
@Suite(.serialized) struct LineEditorTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("keys edit a line, Tab completes, Ctrl-C clears, several lines are pasted, Ctrl-D ends, history stays")
  func keys() async throws {
    let wrong = try await session { typed in
      typed.misses([
        ":op\ttodo\r": ["(no upcoming items)", "todo> "], "rubbish\u{3}": ["^C", "todo> "],
        "ad\t\r": ["name: -", "todo/add> "],
        "name 登录x\u{7F}é\u{1}\u{5}\rcancel\r": ["\n  name: 登录é", "VIPER TODO", "todo> "],
      ])
    }
    let history = try folder.read("playground/history")
    #expect(wrong == nil && history.contains("cancel") && !history.contains("rubbish"))
    let again = try await session { typed in
      typed.misses([
        ":open todo\r": ["todo> "], "\u{10}\u{10}\u{10}\u{10}\r": ["name: -", "todo/add> "],
        "canc\u{12}\r": ["VIPER TODO", "todo> "],
      ])
    }
    #expect(again == nil)
  }

  @Test("a combining mark is typed, deleted and saved with the letter before it") func combining() async throws {
    let wrong = try await session { [folder] typed in
      typed.misses([
        ":open todo\r": ["todo> "], "add\r": ["todo/add> "],
        "name Ame\u{301}\u{327}\u{7F}lie\r": ["\n  name: Ame\u{301}lie", "todo/add> "],
        ":save \(folder.path)/a.flow\r": ["todo/add> "],
      ])
    }
    let saved = try folder.read("a.flow").unicodeScalars
    #expect(wrong == nil && saved.contains("\u{301}") && !saved.contains("\u{327}"))
  }

  @Test("keys typed before reading begins are not lost: a line runs, and Ctrl-D ends the program")
  func typedAhead() async throws {
    let (seen, code) = try await onOwnThread { [state = folder.path] in
      // The keys arrive before the program begins to edit lines, as they may while a line runs.
      let typed = try TypedProgram(state: state, typing: ":open todo\n\u{4}")
      return (typed.sees("(no upcoming items)"), typed.exitCode)
    }
    #expect(seen && code == 0)
  }

  @Test("after a resize, the rows of a line are counted with the new width") func resized() async throws {
    let text = String(repeating: "0123456789", count: 6)
    let (wide, narrow) = try await onOwnThread { [state = folder.path] in
      let typed = try TypedProgram(state: state)
      guard typed.sees("home> ") else { return ("no prompt", "") }
      typed.type(text)
      guard typed.sees(text) else { return ("no text", "") }
      typed.type("\u{3}")
      guard typed.sees("^C"), typed.sees("home> ") else { return ("no prompt", "") }
      let wide = typed.before
      typed.resize(to: 40)
      typed.type(text)
      guard typed.sees(text) else { return (wide, "no text") }
      typed.type("\u{3}")
      return (wide, typed.sees("home> \(text)^C") ? typed.before : "nothing")
    }
    #expect(!wide.contains("A"))
    #expect(narrow == "\u{1B}[1A\r\u{1B}[J")
  }

  @Test("a pasted line may be long, and can be edited", arguments: [5_500, 20_000]) func long(count: Int)
    async throws
  {
    let wrong = try await session { [folder] typed in
      if let missed = typed.misses([":open todo\r": ["todo> "], "add\r": ["todo/add> "]]) { return missed }
      // A terminal takes only a part of it at a time.
      var rest = "name \(String(repeating: "é", count: count))"[...]
      while !rest.isEmpty {
        typed.type(String(rest.prefix(500)))
        guard typed.sees("é") else { return "it shows nothing" }
        rest = rest.dropFirst(500)
      }
      return typed.misses([
        "\u{1}\u{5}\u{7F}x\r": ["\n  name: é", "todo/add> "],
        ":save \(folder.path)/long.flow\r": ["saved", "todo/add> "],
      ])
    }
    #expect(wrong == nil)
    let saved = try folder.read("long.flow")
    #expect(saved.contains("> name \(String(repeating: "é", count: count - 1))x\n"))
  }

  @Test("a password is never shown, even while it is typed, and unknown commands are not kept in the history")
  func secrets() async throws {
    let wrong = try await session { [folder] typed in
      var seen = ""
      // At the wrong prompt a password is visible, because its field is unknown there.
      for (keys, shown) in [
        (":open one\r", "one> "), ("pass", "pass"), ("word hun", "word ***"), ("ter2", ""), ("\r", "one> "),
        ("hunter2\r", "one> "), (":open todo\r", "todo> "), ("password hun", " ***"), ("ter2\r", "todo> "),
      ] {
        if let missed = typed.misses([keys: shown.isEmpty ? [] : [shown]]) { return missed }
        seen += typed.before
      }
      if seen.contains("hunter") || seen.contains("hun") { return "it was seen in '\(seen)'" }
      return typed.misses(["tangerine\r:save \(folder.path)/secret.flow\r": ["saved"]])
    }
    #expect(wrong == nil)
    for file in ["playground/history", "secret.flow"] {
      let text = try folder.read(file)
      #expect(text.contains(":open one") && !text.contains("hunter") && !text.contains("tangerine"), "\(file)")
    }
  }

  @Test(
    "Ctrl-C on an empty line cancels the screen's work, with a message in the user's language",
    arguments: [
      ("en_US", "… 1s", "login is busy", "\n  (cancelled)\r"),
      ("zh-Hans", "… 1 秒", "login 正在进行", "\n  (已取消)\r"),
    ])
  func cancelled(_ locale: String, _ elapsed: String, _ busy: String, _ cancelled: String) async throws {
    let server = try #require(SilentServer())
    defer { withExtendedLifetime(server) {} }
    let wrong = try await session(["--base", server.base, "--locale", locale]) { typed in
      typed.misses([
        ":open one\r": ["one> "], "user tangent\r": ["one> "], "password 1\r": ["one> "],
        "login\r": ["…", "one> ", "\u{1B}[1A\r\u{1B}[J  \(elapsed)", "one> "], "login\r": [busy, "one> "],
        "\u{3}": ["^C", cancelled, "one> "], "\u{3}": ["^C", "one> "], "login\r": ["…", "one> "],
      ])
    }
    #expect(wrong == nil)
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

  @Test("a terminal without line editing works, too") func dumb() async throws {
    let wrong = try await onOwnThread { [state = folder.path] in
      let typed = try TypedProgram(state: state, term: "dumb")
      let missed = typed.misses(["": ["home> "], ":open todo\n": ["todo> "], "add\n": ["name: -"], "\u{4}": []])
      return missed ?? (typed.exitCode == 0 ? nil : "no good end")
    }
    #expect(wrong == nil)
  }

  /// Runs a session that ends with Ctrl-D; `body` returns the mistake, nil if there is none.
  private func session(_ arguments: [String] = [], _ body: @escaping @Sendable (TypedProgram) -> String?) async throws
    -> String?
  {
    try await TypedProgram.session(in: folder, arguments, end: "\u{4}", body)
  }
}
