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
  init(_ name: String, by tool: BuildTool) async throws(FlowBuildError) {
    if FileKind(at: name) == .regular, FileManager.default.isExecutableFile(atPath: name) {
      path = name
      return
    }
    guard let commit = try? await tool.output(["git", "rev-parse", "--verify", "--quiet", "\(name)^{commit}"]) else {
      throw FlowBuildError(description: "there is no program \(name), and no such revision of git; name one of them")
    }
    let tree = FileManager.default.temporaryDirectory.appendingPathComponent("diff-\(commit)-\(UUID().uuidString)")
    self.tree = tree
    do throws(FlowBuildError) {
      // The package may be in a folder of the repository.
      let package = tree.appendingPathComponent(try await tool.output(["git", "rev-parse", "--show-prefix"]))
      let product = Bundle.main.executableURL?.lastPathComponent ?? ""
      let build = ["swift", "build", "--package-path", package.path, "--product", product]
      _ = try await tool.output(["git", "worktree", "add", "--quiet", "--detach", tree.path, commit])
      _ = try await tool.output(build)
      path = try await tool.output(build + ["--show-bin-path"]) + "/" + product
    } catch {
      await Self.remove(tree)
      throw FlowBuildError(
        description: "the revision \(name) cannot be built: \(error.description)", details: error.details)
    }
  }

  /// Removes the working tree of a revision.
  func end() async { if let tree { await Self.remove(tree) } }

  /// Uses a tool of its own, because the other one may be stopped.
  private static func remove(_ tree: URL) async {
    _ = try? await BuildTool().output(["git", "worktree", "remove", "--force", tree.path])
  }
}
