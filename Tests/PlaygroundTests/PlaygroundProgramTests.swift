import BuiltPackage
import Fixtures
import Foundation
import LoopbackServer
import Signals
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#endif

/// The built program with its options and its server.
@Suite struct PlaygroundProgramTests {
  /// Runs the program with pipes.
  private final class Program {
    private let process = Process()
    private let input = Pipe(), output = Pipe()
    private(set) var seen = ""

    init(_ arguments: [String]) throws {
      process.executableURL = BuiltModules.program("playground")
      process.arguments = arguments
      process.standardInput = input
      process.standardOutput = output
      process.standardError = output
      try process.run()
      // Only the program keeps the writing end open, so the output ends with the program.
      try output.fileHandleForWriting.close()
    }

    deinit { if process.isRunning { process.terminate() } }

    func type(_ line: String) { try? input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8)) }

    /// Waits until a text appears in the new output, for half a minute at most, which only a failure takes.
    func sees(_ text: String) -> Bool {
      while true {
        if let found = seen.range(of: text) {
          seen = String(seen[found.upperBound...])
          return true
        }
        var descriptor = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, 30_000) > 0 else { return false }
        let data = output.fileHandleForReading.availableData
        guard !data.isEmpty else { return false }
        seen += String(decoding: data, as: UTF8.self)
      }
    }

    /// Ends the input; returns the remaining output.
    func rest() throws -> String {
      try input.fileHandleForWriting.close()
      seen += String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      return seen
    }

    func exitCode() throws -> Int32 {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  /// The texts that did not appear after their lines, and the exit code.
  private func run(_ arguments: [String], _ steps: [(line: String, sees: String)]) async throws -> String {
    try await onOwnThread {
      let program = try Program(arguments)
      for step in steps {
        if !step.line.isEmpty { program.type(step.line) }
        guard program.sees(step.sees) else { return "no '\(step.sees)' after '\(step.line)': \(program.seen)" }
      }
      return "exit code \(try program.exitCode())"
    }
  }

  @Test("a session uses its own server with the real client, in the chosen language") func session() async throws {
    let folder = try TemporaryFolder()
    let steps = [
      ("", "示例"), ("open 2", "登录"), ("user tangent", "tangent"), ("password 123456", "***"),
      ("login", "! 登录提示: 登录成功,姓名: tangent, 年龄: 20, 性别: 男, 令牌: 11233 [确认]"), ("back", "示例"),
      ("open 3", "开始搜索"), ("main 猫", "猫"), ("second 狗", "狗"), ("search", "5. 猫 狗 5"), ("open 3", "详情"),
      ("download", "已保存到 \(folder.path)/pictures/3.svg"),
    ]
    #expect(try await run(["--locale", "zh-Hans", "--data", folder.path], steps) == "exit code 0")
    let picture = try String(contentsOf: folder.file("pictures/3.svg"), encoding: .utf8)
    #expect(picture.hasPrefix("<svg") && picture.hasSuffix("</svg>\n"))
  }

  @Test("a piped script does not end before its server's answers") func script() async throws {
    let printed = try await onOwnThread {
      let program = try Program(["--store", "memory"])
      for line in [":open one", "user tangent", "password 123456", "login"] { program.type(line) }
      return try program.rest()
    }
    #expect(
      printed.hasSuffix(
        """
        one> login
          ! Login: logged in, name: tangent, age: 20, gender: male, token: 11233 [OK]
          user: tangent
          password: ***

        """))
  }

  @Test(
    "a saved session plays back its answers with status and headers",
    arguments: [
      (
        "well", ":open /search/details?usrid=7", "download", "saved as",
        "HTTP/1.1 206\ncontent-length: 1000\ncontent-range: bytes 0-999/4240"
      ),
      (
        "fail", ":open /search/details?usrid=7", "download", "the picture could not be downloaded",
        "HTTP/1.1 500\ncontent-length: 21"
      ),
    ])
  func saving(_ server: String, _ open: String, _ ask: String, _ sees: String, _ written: String) async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("saved.flow"), options = ["--data", folder.path, "--server", server]
    _ = try await run(options, [(open, "usrid: 7"), (ask, sees), (":save \(file.path)", "details>")])
    let flow = try String(contentsOf: file, encoding: .utf8)
    #expect(flow.contains(written), "\(flow)")
    #expect(flow.components(separatedBy: "> \(ask)\n").last?.contains(sees) == true, "\(flow)")
    #expect(try await run(["run", file.path], []) == "exit code 0")
  }

  @Test("a saved login contains no password, and plays back") func savingLogin() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("saved.flow")
    let steps = [
      (":open one", "Login"), ("user tangent", "tangent"), ("password 123456", "***"), ("login", "token: 11233 [OK]"),
      (":save \(file.path)", "one>"),
    ]
    _ = try await run(["--store", "memory"], steps)
    let flow = try String(contentsOf: file, encoding: .utf8)
    #expect(flow.contains("login.post") && flow.contains("token: 11233 [OK]") && !flow.contains("123456"), "\(flow)")
    #expect(try await run(["run", file.path], []) == "exit code 0")
  }

  @Test("the program converts a list from one store to another") func stores() async throws {
    let folder = try TemporaryFolder()
    let (json, database) = ("\(folder.path)/todo.json", "\(folder.path)/todo.sqlite")
    let adding = [
      ("", "data: \(database)"), (":open todo", "no upcoming items"), ("add", "due: "), ("name Milk", "name: Milk"),
      ("save", "1. Milk"),
    ]
    #expect(try await run(["--store", "sqlite", "--data", folder.path], adding) == "exit code 0")
    #expect(FileManager.default.fileExists(atPath: database) && !FileManager.default.fileExists(atPath: json))
    let converted = [("", "converted 1 item from \(database) to \(json)")]
    #expect(try await run(["convert", "sqlite", "file", "--data", folder.path], converted) == "exit code 0")
    let listing = [("", "data: \(json)"), (":open todo", "1. Milk")]
    #expect(try await run(["--store", "file", "--data", folder.path], listing) == "exit code 0")
    #expect(
      try await run(["convert", "sqlite", "file", "--data", folder.path], [("", "already has items")]) == "exit code 1")
  }

  @Test("a session starts with a hint in its language") func hint() async throws {
    let kept = "# data: in memory only, lost at the end", keptInChinese = "# 数据: 仅在内存中,退出后不再保留"
    let english = "# type help for the commands of a screen, :help for those of the session"
    #expect(try await run(["--store", "memory"], [("", kept), ("", english)]) == "exit code 0")
    let chinese = "# help 列出当前界面可用的命令,:help 列出任何界面都可用的命令"
    #expect(
      try await run(["--store", "memory", "--locale", "zh"], [("", keptInChinese), ("", chinese)]) == "exit code 0")
  }

  @Test("--base replaces the built-in server") func base() async throws {
    let asked = MutableProperty<[String]>([])
    let server = try LoopbackServer { request in
      asked.modify { $0.append("\(request.method) \(request.path)") }
      return .json(#"{"code": 300, "message": "another server"}"#)
    }
    let steps = [
      (":open one", "Login"), ("user tangent", "tangent"), ("password 123456", "***"),
      ("login", "! Login: not logged in, another server [OK]"),
    ]
    let base = server.url.appending(path: "api").absoluteString
    #expect(try await run(["--store", "memory", "--base", base], steps) == "exit code 0")
    #expect(asked.value == ["POST /api/projects/tanviper.php"])
  }

  @Test("--server makes the built-in server misbehave") func misbehaving() async throws {
    let steps = [
      (":open one", "Login"), ("user tangent", "tangent"), ("password 123456", "***"),
      ("login", "! Login: the network failed, or its answer cannot be read [OK]"),
    ]
    #expect(try await run(["--store", "memory", "--server", "drop"], steps) == "exit code 0")
  }

  @Test(
    "an invalid option value is rejected with the valid ones",
    arguments: [
      (["--server", "slo"], "there is no server behaviour 'slo'; did you mean slow?"),
      (["--base", "foo"], "--base cannot be 'foo'; write a URL such as http://127.0.0.1:8080"),
      (["--data", "/dev/null"], "--data cannot be '/dev/null', which is a file; name a folder, which need not exist"),
      (["--live=on"], "--live takes no value; write --live alone"),
    ])
  func options(_ arguments: [String], _ message: String) async throws {
    #expect(try await run(["--store", "memory"] + arguments, [("", message)]) == "exit code 2")
  }
}
