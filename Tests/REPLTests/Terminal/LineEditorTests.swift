import BuiltPackage
import Fixtures
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

  @Test(
    "keys edit a line, also combining marks; Tab completes, Ctrl-C clears, several lines are pasted, Ctrl-D ends, history stays"
  )
  func keys() async throws {
    try await folder.session { [folder] typed in
      typed.misses([
        ":op\ttodo\r": ["(no upcoming items)", "todo> "], "rubbish\u{3}": ["^C", "todo> "],
        "ad\t\r": ["name: -", "todo/add> "],
        "name Ame\u{301}\u{327}\u{7F}lie\r": ["\n  name: Ame\u{301}lie", "todo/add> "],
        ":save \(folder.path)/a.flow\r": ["todo/add> "],
        "name 登录x\u{7F}é\u{1}\u{5}\rcancel\r": ["\n  name: 登录é", "VIPER TODO", "todo> "],
      ])
    }
    let history = try folder.read("playground/history"), saved = try folder.read("a.flow").unicodeScalars
    #expect(history.contains("cancel"))
    #expect(!history.contains("rubbish"))
    #expect(saved.contains("\u{301}"))
    #expect(!saved.contains("\u{327}"))
    try await folder.session { typed in
      typed.misses([
        ":open todo\r": ["todo> "], String(repeating: "\u{10}", count: 6) + "\r": ["name: -", "todo/add> "],
        "canc\u{12}\r": ["VIPER TODO", "todo> "],
      ])
    }
  }

  @Test("a paste is shown before it runs: its tabs complete nothing, and its lines run after Enter") func pasted()
    async throws
  {
    try await folder.session(end: "quit\r") { typed in
      let begin = "\u{1B}[200~", end = "\u{1B}[201~"
      return typed.misses([
        "\(begin):open todo\radd\rname\ta\tb\rrubbish\(end)": [":open todo↵add↵name\ta\tb↵rubbish"],
        "\u{7F}x\r": [
          "home> :open todo\r\n", "todo> add\r\n", "todo/add> name\ta\tb\r\n", "  name: a\\tb", "rubbisx", "todo/add> ",
        ],
        "\(begin)cancel\r\(end)\u{3}": ["cancel↵^C", "todo/add> "],
        "\(begin)cancel\(end)\r": ["VIPER TODO", "todo> "],
      ])
    }
    #expect(try folder.read("playground/history") == ":open todo\nadd\nname\ta\tb\ncancel\n")
  }

  @Test("Ctrl-C ends a paste whose end is lost") func unendedPaste() async throws {
    try await folder.session { typed in
      typed.misses([
        "\u{1B}[200~abc": ["abc"], "\r": ["↵"], "\u{3}": ["^C", "home> "], ":open todo\r": ["VIPER TODO", "todo> "],
      ])
    }
  }

  @Test("a secret in a paste is not shown") func pastedSecret() async throws {
    try await folder.session(end: "\u{3}\u{4}") { typed in
      let missed = typed.misses([
        ":open one\r": ["one> "], "\u{1B}[200~user a\rpassword hunter\u{1B}[201~": ["user a↵password ***"],
        "\r": ["one> password ***\r\n", "one> "],
      ])
      return missed
    }
  }

  @Test("Ctrl-C on an empty line says how to leave") func wayOut() async throws {
    try await folder.session { typed in
      typed.misses(["abc\u{3}": ["^C", "home> "], "\u{3}": ["^C\r\n# quit or Ctrl-D leaves\r\n", "home> "]])
    }
  }

  @Test("rows are completed by their words") func rows() async throws {
    try await folder.session { typed in
      typed.misses(["op\tto\t": ["open todo: "], "\r": ["VIPER TODO", "todo> "]])
    }
  }

  @Test("keys typed before reading begins are not lost: a line runs, and Ctrl-D ends the program")
  func typedAhead() async throws {
    let (seen, code) = try await onOwnThread { [state = folder.path] in
      // The keys arrive before the program begins to edit lines, as they may while a line runs.
      let typed = try TypedProgram(state: state, typing: ":open todo\n\u{4}")
      return (typed.sees("(no upcoming items)"), typed.exitCode)
    }
    #expect(seen)
    #expect(code == 0)
  }

  @Test("after a resize, the rows of a line are counted with the new width") func resized() async throws {
    let text = String(repeating: "0123456789", count: 6)
    try await folder.session { typed in
      if let missed = typed.misses([text: [text], "\u{3}": ["^C", "home> "]]) { return missed }
      if typed.before.contains("A") { return "two rows of 80 columns" }
      typed.resize(to: 40)
      if let missed = typed.misses([text: [text], "\u{3}": ["home> \(text)^C"]]) { return missed }
      let rows = typed.before
      return typed.sees("home> ") && rows == "\u{1B}[1A\r\u{1B}[J" ? nil : "after '\(rows)'"
    }
  }

  @Test("a pasted line may be long, and can be edited", arguments: [5_500, 20_000]) func long(count: Int)
    async throws
  {
    try await folder.session { [folder] typed in
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
    let saved = try folder.read("long.flow")
    #expect(saved.contains("> name \(String(repeating: "é", count: count - 1))x\n"))
  }

  @Test("a password is never shown, even while it is typed, and unknown commands are not kept in the history")
  func secrets() async throws {
    try await folder.session { [folder] typed in
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
    let texts = try ["playground/history", "secret.flow"].map { try folder.read($0) }
    #expect(texts.allSatisfy { $0.contains(":open one") && !$0.contains("hunter") && !$0.contains("tangerine") })
  }

  @Test(
    "Ctrl-C on an empty line cancels the screen's work, with a message in the user's language",
    arguments: [
      (
        "en_US", "… 1s", "login is busy", ["\n  (cancelled)\r", "# help lists the commands", "# quit or Ctrl-D leaves"]
      ),
      ("zh-Hans", "… 1 秒", "login 正在进行", ["\n  (已取消)\r", "# help 列出当前界面可用的命令", "# 输入 quit 或按 Ctrl-D 退出"]),
    ])
  func cancelled(_ locale: String, _ elapsed: String, _ busy: String, _ texts: [String]) async throws {
    let server = try #require(SilentServer())
    defer { withExtendedLifetime(server) {} }
    try await folder.session(["--base", server.base, "--locale", locale]) { typed in
      if !typed.before.contains(texts[1]) { return "no hint" }
      return typed.misses([
        ":open one\r": ["one> "], "user tangent\r": ["one> "], "password 1\r": ["one> "],
        "login\r": ["…", "one> ", "\u{1B}[1A\r\u{1B}[J  \(elapsed)", "one> "], "login\r": [busy, "one> "],
        "\u{3}": ["^C", texts[0], "one> "], "\u{3}": ["^C", texts[2], "one> "], "login\r": ["…", "one> "],
      ])
    }
  }

  @Test("a terminal without line editing works, too; an interrupted program ends with 130")
  func interrupted() async throws {
    let code = try await onOwnThread { [state = folder.path] in
      let typed = try TypedProgram(state: state, term: "dumb")
      let missed = typed.misses(["": ["home> "], ":open todo\n": ["todo> "], "add\n": ["name: -", "todo/add> "]])
      guard missed == nil else { return CInt(-1) }
      typed.signal(SIGINT)
      return typed.exitCode ?? -2
    }
    #expect(code == 130)
  }
}
