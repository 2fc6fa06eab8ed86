import BuiltPackage
import Fixtures
import Foundation
import LoopbackServer
import Signals
import Testing
import Todo

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

    func exitCode() throws -> Int32 {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  /// The texts that did not appear after their lines, and the exit code.
  private func run(_ arguments: [String], _ steps: [(String, String)]) async throws -> String {
    try await onOwnThread {
      let program = try Program(arguments)
      for (line, text) in steps {
        if !line.isEmpty { program.type(line) }
        guard program.sees(text) else { return "no '\(text)' after '\(line)': \(program.seen)" }
      }
      return "exit code \(try program.exitCode())"
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let loggingIn = [
    (":open one", "Login"), ("user tangent", "tangent"), ("password 123456", "***"),
  ]

  @Test("a session uses its own server with the real client, in the chosen language") func session() async throws {
    let steps = [
      ("", "# 数据: \(folder.path)/todo.json"),
      ("", "示例"), ("open 2", "登录"), ("user tangent", "tangent"), ("password 123456", "***"),
      ("login", "! 登录提示: 登录成功,姓名: tangent, 年龄: 20, 性别: 男, 令牌: 11233 [确认]"), ("back", "示例"),
      ("open 3", "开始搜索"), ("main 猫", "猫"), ("second 狗", "狗"), ("search", "5. 猫 狗 5"), ("open 3", "详情"),
      ("download", "已保存到 \(folder.path)/pictures/3.svg"),
    ]
    #expect(try await run(["--locale", "zh-Hans", "--data", folder.path], steps) == "exit code 0")
    let picture = try folder.read("pictures/3.svg")
    #expect(picture.hasPrefix("<svg"))
    #expect(picture.hasSuffix("</svg>\n"))
  }

  @Test(
    "a piped script waits for its server and for every kind of store: a line's changes are printed under it",
    arguments: TodoStoreKind.allCases)
  func script(_ kind: TodoStoreKind) async throws {
    let changes = [":open todo", "add", "name Milk", "save", "complete 1", "undo", "delete 1", "undo"]
    let lines = Self.loggingIn.map(\.0) + ["login"] + changes
    let input = try folder.write("script", lines.joined(separator: "\n") + "\n"), folder = folder
    let command = "cat \"$1\" | \"$0\" --store \(kind) --data \"$2\"", program = BuiltModules.program("playground").path
    let printed = try await onOwnThread { try ToolRun(["bash", "-c", command, program, input.path, folder.path]).text }
    let alert = "one> login\n  ! Login: logged in, name: tangent, age: 20, gender: male, token: 11233 [OK]\n"
    let expected = """
      todo/add> save
        VIPER TODO
        Today [check]
          1. Milk
      todo> complete 1
        (no upcoming items)
      todo> undo
        Today [check]
          1. Milk
      todo> delete 1
        (no upcoming items)
      todo> undo
        Today [check]
          1. Milk

      """
    #expect(printed.contains(alert), "\(printed)")
    #expect(printed.hasSuffix(expected), "\(printed)")
  }

  @Test(
    "a saved session plays back its answers with status and headers, without a password",
    arguments: [
      (
        "well", [(":open /search/details?usrid=7", "usrid: 7"), ("download", "saved as")],
        "HTTP/1.1 200\ncontent-length: 4240\ncontent-type: image/svg+xml"
      ),
      (
        "fail",
        [(":open /search/details?usrid=7", "usrid: 7"), ("download", "the picture could not be downloaded")],
        // The app cancels after the head, so the body may be in it or not.
        "HTTP/1.1 500\ncontent-length: "
      ),
      ("well", loggingIn + [("login", "token: 11233 [OK]")], ":stub login.post -> "),
    ] as [(String, [(String, String)], String)])
  func saving(_ server: String, _ steps: [(String, String)], _ written: String) async throws {
    let file = folder.file("saved.flow"), last = steps[steps.count - 1]
    let ran = try await run(["--data", folder.path, "--server", server], steps + [(":save \(file.path)", ">")])
    let flow = (try? folder.read("saved.flow")) ?? ran
    let isShown = flow.components(separatedBy: "> \(last.0)\n").last?.contains(last.1) == true
    #expect(isShown, "\(flow)")
    #expect(flow.contains(written), "\(flow)")
    #expect(!flow.contains("123456"), "\(flow)")
    #expect(try await run(["run", file.path], []) == "exit code 0")
  }

  @Test("the program converts a list from one store to another") func stores() async throws {
    let (json, database) = ("\(folder.path)/todo.json", "\(folder.path)/todo.sqlite")
    let adding = [
      ("", "data: \(database)"), (":open todo", "no upcoming items"), ("add", "due: "), ("name Milk", "name: Milk"),
      ("save", "1. Milk"),
    ]
    var codes = [try await run(["--store", "sqlite", "--data", folder.path], adding)]
    #expect(folder.names == ["todo.sqlite"])
    let options = ["--data", folder.path], converting = ["convert", "sqlite", "file"]
    codes.append(try await run(options + converting, [("", "converted 1 item from \(database) to \(json)")]))
    codes.append(try await run(converting + options, [("", "already has items")]))
    let listing = [("", "data: \(json)"), (":open todo", "1. Milk")]
    codes.append(try await run(["--store", "file", "--data", folder.path], listing))
    #expect(codes == [0, 0, 1, 0].map { "exit code \($0)" })
  }

  @Test("--base replaces the built-in server, and --server makes it misbehave")
  func servers() async throws {
    let asked = MutableProperty<[String]>([])
    let server = try LoopbackServer { request in
      asked.modify { $0.append("\(request.method) \(request.path)") }
      return .json(#"{"code": 300, "message": "another server"}"#)
    }
    let hints = [("", "# data: in memory only, lost at the end")]
    let base = ["--store", "memory", "--base", server.url.appending(path: "api").absoluteString]
    let other = ("login", "! Login: not logged in, another server [OK]")
    let lost = ("login", "! Login: the network failed, or its answer cannot be read [OK]")
    #expect(try await run(base, hints + Self.loggingIn + [other]) == "exit code 0")
    #expect(asked.value == ["POST /api/projects/tanviper.php"])
    #expect(try await run(["--store", "memory", "--server", "drop"], Self.loggingIn + [lost]) == "exit code 0")
  }

  @Test("an invalid option value is rejected with the valid ones") func options() async throws {
    let messages: KeyValuePairs<[String], String> = [
      ["--server", "slo"]: "there is no server behaviour 'slo'; did you mean slow?",
      ["--base", "foo"]: "--base cannot be 'foo'; write a URL such as http://127.0.0.1:8080",
      ["--data", "/dev/null"]: "--data cannot be '/dev/null', which is a file; name a folder, which need not exist",
      ["--live=on"]: "--live takes no value; write --live alone",
    ]
    for (arguments, message) in messages {
      #expect(try await run(["--store", "memory"] + arguments, [("", message)]) == "exit code 2", "\(arguments)")
    }
  }
}
