import Foundation

/// The few things the generator asks of git.
package enum Git {
  /// The name that is written into commits.
  static var userName: String? {
    guard let answer = try? run(["config", "user.name"]), answer.code == 0 else { return nil }
    let name = answer.text.split(separator: "\n").first.map(String.init) ?? ""
    return name.isEmpty ? nil : name
  }

  /// Copies the newest state of a repository, or of one branch of it.
  package static func clone(_ repository: String, _ branch: String?, into folder: URL) throws(GeneratorFailure) {
    let answer: (code: Int32, text: String, errors: String)
    do {
      let options = ["--quiet", "--depth", "1"] + (branch.map { ["--branch", $0] } ?? [])
      // In a hook of git's, these are the user's own repository.
      let others = ["GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil] as [String: String?]
      answer = try run(["clone"] + options + ["--", repository, folder.path], environment: others)
    } catch { throw unavailable(error.localizedDescription) }
    guard answer.code == 0 else {
      throw .missing("git cannot copy \(repository): \(answer.errors.split(separator: "\n").joined(separator: "; "))")
    }
  }

  /// Why git did not even begin.
  package static func unavailable(_ reason: String) -> GeneratorFailure {
    .refused("git cannot be run: \(reason). Install it, or install the template from a folder")
  }

  private static func run(
    _ arguments: [String], environment: [String: String?] = [:]
  ) throws -> (code: Int32, text: String, errors: String) {
    // A question that nobody can answer is a failure.
    try Tool.run("git", arguments, environment: environment.merging(["GIT_TERMINAL_PROMPT": "0"]) { $1 })
  }
}
