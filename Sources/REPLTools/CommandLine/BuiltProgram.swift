import Foundation
import PlainText
import REPL

/// A program to compare: a file, or a revision of git that is built in a working tree in a temporary folder.
struct BuiltProgram {
  /// The path of the program.
  let path: String
  /// The working tree of a revision.
  private var tree: URL?

  /// Builds a revision, which takes minutes; throws the reason why there is no program.
  init(_ name: String) async throws {
    if FileKind(at: name) == .regular, FileManager.default.isExecutableFile(atPath: name) {
      path = name
      return
    }
    guard let commit = try? await Self.output("git", "rev-parse", "--verify", "--quiet", "\(name)^{commit}") else {
      throw FlowBuildError(description: "there is no program \(name), and no such revision of git; name one of them")
    }
    // The package may be in a folder of the repository.
    let package = try await Self.output("git", "rev-parse", "--show-prefix")
    let tree = FileManager.default.temporaryDirectory.appendingPathComponent("diff-\(commit)-\(UUID().uuidString)")
    let product = Bundle.main.executableURL?.lastPathComponent ?? ""
    let build = ["swift", "build", "--package-path", tree.appendingPathComponent(package).path, "--product", product]
    self.tree = tree
    do {
      _ = try await Self.output("git", "worktree", "add", "--quiet", "--detach", tree.path, commit)
      _ = try await Self.output(build)
      path = try await Self.output(build + ["--show-bin-path"]) + "/" + product
    } catch {
      await Self.remove(tree)
      throw FlowBuildError(description: "the revision \(name) cannot be built: \(ErrorText.of(error))")
    }
  }

  /// Removes the working tree of a revision.
  func end() async { if let tree { await Self.remove(tree) } }

  private static func remove(_ tree: URL) async {
    _ = try? await output("git", "worktree", "remove", "--force", tree.path)
  }

  private static func output(_ words: String...) async throws -> String { try await output(words) }

  /// Runs a command; returns its standard output without the last newline. Waiting blocks a thread.
  private static func output(_ words: [String]) async throws -> String {
    try await withCheckedThrowingContinuation { done in
      DispatchQueue.global().async { done.resume(with: Result { try ran(words) }) }
    }
  }

  private static func ran(_ words: [String]) throws -> String {
    let process = Process(), output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    // A name that is no revision is reported by the caller.
    if words.contains("--verify") { process.standardError = FileHandle.nullDevice }
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      // The compiler prints its errors to the standard output.
      throw FlowBuildError(description: "'\(words.prefix(3).joined(separator: " "))' failed \(text.suffix(2000))")
    }
    return text.trimmingCharacters(in: .newlines)
  }
}
