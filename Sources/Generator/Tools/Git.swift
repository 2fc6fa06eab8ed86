import Foundation

/// The git commands of the generator.
package enum Git {
  /// The author's name in commits; nil if there is none.
  static var userName: String? {
    guard let answer = try? run(["config", "user.name"]), answer.code == 0 else { return nil }
    let name = answer.text.split(separator: "\n").first.map(String.init) ?? ""
    return name.isEmpty ? nil : name
  }

  /// Copies the latest commit of a repository, or of one of its branches.
  package static func clone(_ repository: String, _ branch: String?, into folder: URL) throws(GeneratorFailure) {
    let answer: (code: Int32, text: String, errors: String)
    do {
      let options = ["--quiet", "--depth", "1"] + (branch.map { ["--branch", $0] } ?? [])
      // Inside a git hook, these variables name the user's own repository.
      let others = ["GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil] as [String: String?]
      answer = try run(["clone"] + options + ["--", repository, folder.path], environment: others)
    } catch { throw unavailable(error.localizedDescription) }
    guard answer.code == 0 else {
      throw .missing("git cannot copy \(repository): \(answer.errors.split(separator: "\n").joined(separator: "; "))")
    }
  }

  /// The error if git could not be started.
  package static func unavailable(_ reason: String) -> GeneratorFailure {
    .refused("git cannot be run: \(reason). Install it, or install the template from a folder")
  }

  private static func run(
    _ arguments: [String], environment: [String: String?] = [:]
  ) throws -> (code: Int32, text: String, errors: String) {
    // Without a terminal, git fails instead of asking for a password.
    try Tool.run("git", arguments, environment: environment.merging(["GIT_TERMINAL_PROMPT": "0"]) { $1 })
  }
}
