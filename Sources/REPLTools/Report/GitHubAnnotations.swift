import Foundation
import REPL

/// Failures as workflow commands of GitHub Actions, which shows each beside its line in the flow.
enum GitHubAnnotations {
  /// One line for each failed phase, including the newline; empty if all passed.
  ///
  /// - Parameter workspace: the folder of the checkout; a flow inside it has a path relative to it.
  static func text(_ report: FlowReport, workspace: String?) -> String {
    let file = encoded(path(report.path, in: workspace), "%\r\n:,")
    return report.phases.filter { $0.outcome == .failed }.map { phase in
      let message = ([phase.title] + phase.details.map(\.text)).joined(separator: "\n")
      return "::error file=\(file),line=\(phase.failedLine ?? phase.line)::\(encoded(message, "%\r\n"))\n"
    }.joined()
  }

  private static func path(_ path: String, in workspace: String?) -> String {
    let file = URL(fileURLWithPath: path).standardizedFileURL.path
    guard let workspace, !workspace.isEmpty else { return path }
    let folder = URL(fileURLWithPath: workspace).standardizedFileURL.path + "/"
    return file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : path
  }

  /// Percent-encodes some characters, scalar by scalar, because a carriage return and a newline form one character.
  private static func encoded(_ text: String, _ special: String) -> String {
    text.unicodeScalars.map { scalar in
      special.unicodeScalars.contains(scalar) ? String(format: "%%%02X", scalar.value) : "\(scalar)"
    }.joined()
  }
}
