import Foundation
import Generator
import Synchronization
import Testing

/// A package in a temporary folder, on which tests run the generator in this process. The folder is removed with the object.
final class TestProject {
  /// The result of a run.
  struct Answer: Equatable {
    let code: Int32, text: String, errors: String

    /// Which of these texts it does not print.
    func missing(_ texts: String...) -> [String] { texts.filter { !text.contains($0) } }
  }

  let folder: URL
  /// Programs that cannot be run, and the answers of others, by their first two words.
  var missing: Set<String> = [], answers: [String: GeneratorEnvironment.Answer] = [:]
  /// Whether the package is in a repository, which has the files as they are. Otherwise git is asked.
  var isCommitted = true
  /// 2014-05-21, noon.
  var now = Date(timeIntervalSince1970: 1_400_673_600)
  /// What the manifests of all tests so far describe: SwiftPM reads each text once.
  private static let descriptions = Mutex<[String: String]>([:])

  static let manifest = """
    // swift-tools-version: 6.3
    import PackageDescription

    let package = Package(
      name: "app",
      dependencies: [.package(url: "https://example.com/swift-viper", from: "1.0.0")],
      targets: [
        .target(name: "App", dependencies: ["Base"]),
        .target(name: "Base", path: "./Sources/Base"),
        .executableTarget(name: "app-program", dependencies: [.target(name: "App")], path: "Program"),
        .testTarget(name: "AppTests", dependencies: ["App", .product(name: "VIPER", package: "swift-viper")]),
      ]
    )

    """
  static let root = """
    import REPL
    import VIPER

    public let app = ConsoleApp("app", home: "home") { session in
      try Navigator(stage: session.console, environment: session.environment, modules: [home])
    }

    """

  /// A package with a manifest, a composition root and these files.
  init(_ files: [String: String] = [:]) throws {
    // With links resolved, because tests compare paths in messages.
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("generator-\(UUID().uuidString)")
    let all = ["Package.swift": Self.manifest, "Sources/App/App.swift": Self.root].merging(files) { $1 }
    for (path, text) in all { try write(path, text) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func remove(_ path: String) throws { try FileManager.default.removeItem(at: folder.appendingPathComponent(path)) }

  func write(_ path: String, _ text: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// Runs git in a folder of the package.
  func git(_ words: String..., in path: String = "") throws {
    let names = ["-c", "user.name=Jane", "-c", "user.email=jane@example.com", "-c", "init.defaultBranch=main"]
    let answer = try GeneratorEnvironment.runProgram(
      ["git"] + names + words, in: folder.appendingPathComponent(path))
    #expect(answer.code == 0, "\(answer.errors)")
  }

  /// Runs the program in the package's folder, or one in it.
  @discardableResult func run(_ arguments: String..., in path: String = "") -> Answer {
    run(arguments: arguments, in: path)
  }

  @discardableResult func run(arguments: [String], in path: String = "") -> Answer {
    var text = "", errors = ""
    let environment = GeneratorEnvironment(
      folder: path.isEmpty ? folder : folder.appendingPathComponent(path), now: now, run: answer, write: { text += $0 },
      writeError: { errors += $0 })
    let code = GeneratorProgram(environment).run(arguments)
    return Answer(code: code, text: text, errors: errors)
  }

  private func answer(_ words: [String], in folder: URL) throws -> GeneratorEnvironment.Answer {
    let command = words.prefix(2).joined(separator: " ")
    if missing.contains(words[0]) { throw CocoaError(.executableNotLoadable) }
    if let answer = answers[command] { return answer }
    switch command {
    case "git config": return (0, "Jane Doe\n", "")
    case "git status" where isCommitted: return (0, "", "")
    case "swift package":
      let text = try String(contentsOf: folder.appendingPathComponent("Package.swift"), encoding: .utf8)
      if let known = Self.descriptions.withLock({ $0[text] }) { return (0, known, "") }
      let answer = try GeneratorEnvironment.runProgram(words, in: folder)
      if answer.code == 0 { Self.descriptions.withLock { $0[text] = answer.text } }
      return answer
    default: return try GeneratorEnvironment.runProgram(words, in: folder)
    }
  }

  /// The exit code and the message of a command line that is refused, with `FOLDER` for this folder.
  func refusal(_ arguments: [String]) -> String {
    let answer = run(arguments: arguments)
    let hint = answer.code == 2 ? "viper-generate --help lists commands and options\n" : ""
    let start = "viper-generate: ", isWhole = answer.errors.hasPrefix(start) && answer.errors.hasSuffix("\n" + hint)
    let message = answer.errors.dropFirst(start.count).dropLast(1 + hint.count)
    let text = "\(answer.code) " + (isWhole ? String(message) : answer.errors)
    return text.replacing(folder.path, with: "FOLDER")
  }

  /// Expects that each command line, after "> ", is refused with the exit code and the message in the line below it, and that no file
  /// changes.
  func expectRefusals(_ transcript: String, at location: SourceLocation = #_sourceLocation) {
    let before = files, lines = transcript.split(separator: "\n").map(String.init)
    let found = lines.filter { $0.hasPrefix(">") }.flatMap { line in
      [line, refusal(line.dropFirst().split(separator: " ").map(String.init))]
    }
    #expect(found == lines, sourceLocation: location)
    #expect(files == before, sourceLocation: location)
  }

  /// The text of a file; nil if there is none.
  func text(_ path: String) -> String? { try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8) }

  /// Every file by path, to compare before and after a failed run.
  var files: [String: String] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    // Folders are included, as files without text.
    return Dictionary(paths.filter { !$0.hasPrefix(".git/") }.map { ($0, text($0) ?? "(a folder)") }) { $1 }
  }
}

/// The git of this machine, which some tests need and the toolchain does not include.
enum InstalledGit {
  /// Whether git is in the `PATH`.
  static let isThere = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/git")
  }
}
