import BuiltPackage
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
  /// The journal of a run's changes.
  var journal: String { folder.appending(path: ".viper-generate.journal").path }
  /// The folder for temporary files, which has to be empty after a run.
  var temporary: URL {
    folder.deletingLastPathComponent().appendingPathComponent(folder.lastPathComponent + "-temporary")
  }
  /// The environment for runs.
  var userName: String?
  var disk: any ProjectFiles = DiskFiles()
  var clone: (String, String?, URL) throws(GeneratorFailure) -> Void = Git.clone
  var format: ([String], URL) -> [String]? = SwiftFormat.formatted
  /// 2014-05-21, noon.
  var now = Date(timeIntervalSince1970: 1_400_673_600)
  /// What the manifests of all tests so far describe: SwiftPM reads each text once.
  private static let descriptions = Mutex<[String: Data]>([:])

  static let manifest = """
    // swift-tools-version: 6.3
    import PackageDescription

    let package = Package(
      name: "app",
      platforms: [.macOS(.v15)],
      dependencies: [.package(url: "https://example.com/swift-viper", from: "1.0.0")],
      targets: [
        .target(
          name: "App",
          dependencies: ["Base"],
          swiftSettings: [.treatAllWarnings(as: .error)]),
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

  deinit {
    for url in [folder, temporary] { try? FileManager.default.removeItem(at: url) }
  }

  /// Makes a link; the destination may be relative to its folder.
  func link(_ path: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent(path).path, withDestinationPath: destination)
  }

  func remove(_ path: String) throws { try FileManager.default.removeItem(at: folder.appendingPathComponent(path)) }

  func write(_ path: String, _ text: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// Runs the program in the package's folder, or one in it.
  @discardableResult func run(_ arguments: String..., in path: String = "") -> Answer {
    run(arguments: arguments, in: path)
  }

  func run(arguments: [String], in path: String = "") -> Answer {
    var text = "", errors = ""
    let environment = GeneratorEnvironment(
      folder: path.isEmpty ? folder : folder.appendingPathComponent(path), now: now, userName: { self.userName },
      description: Self.description, clone: clone, format: format, temporaryFolder: temporary,
      templates: GeneratorEnvironment.builtInTemplates, files: disk, write: { text += $0 }, writeError: { errors += $0 }
    )
    let code = GeneratorProgram(environment).run(arguments)
    return Answer(code: code, text: text, errors: errors)
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

  /// The manifest in a folder, as SwiftPM describes it.
  private static func description(of folder: URL) throws(GeneratorFailure) -> Data {
    let text = (try? String(contentsOf: folder.appendingPathComponent("Package.swift"), encoding: .utf8)) ?? ""
    if let known = descriptions.withLock({ $0[text] }) { return known }
    let description = try SwiftPackage.description(of: folder)
    descriptions.withLock { $0[text] = description }
    return description
  }

  /// The text of a file; nil if there is none.
  func text(_ path: String) -> String? { try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8) }

  /// Every file by path, to compare before and after a failed run.
  var files: [String: String] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    // Folders are included, as files without text.
    return Dictionary(paths.map { ($0, text($0) ?? "(a folder)") }) { $1 }
  }
}

/// The git of this machine, which some tests need and the toolchain does not include.
enum InstalledGit {
  /// Whether git is in the `PATH`.
  static let isThere = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/git")
  }
}
