import Foundation
import REPL
import VIPER

/// Completes the last word of a line: commands and fields of the screen, rows of its lists, commands of the session, routes, names of
/// calls and trace entries, files. Never the value of a field.
@MainActor struct Completion {
  let session: Session

  /// The possible words, whole and sorted.
  func words(_ line: String) -> [String] {
    let line = TypedLine.trimmed(line)
    guard let blank = line.lastIndex(of: " ") else {
      return line.hasPrefix(":")
        ? matches(line, MetaCommand.usages.keys.map { ":\($0)" }) : session.console.completions(of: line)
    }
    let word = String(line[line.index(after: blank)...])
    switch line.prefix(while: { $0 != " " }) {
    case ":open": return routes(word)
    case ":save": return files(word)
    case ":help": return matches(word, Array(MetaCommand.usages.keys))
    case ":stub", ":fail", ":delay": return matches(word, Array(session.calls.log.names))
    case ":trace": return matches(word, session.trace?.entries.map(\.name) ?? [])
    default: return session.console.completions(of: line)
    }
  }

  private func matches(_ word: String, _ names: [String]) -> [String] {
    Set(names).filter { $0.hasPrefix(word) && !$0.isEmpty && !$0.contains(" ") }.sorted()
  }

  /// Completes the last route of a path.
  private func routes(_ word: String) -> [String] {
    guard let navigator = session.navigator else { return [] }
    let start = word.lastIndex(of: "/").map { String(word[...$0]) } ?? ""
    return matches(word, navigator.routes.map { start + $0.name })
  }

  private func files(_ word: String) -> [String] {
    let folder = word.lastIndex(of: "/").map { String(word[...$0]) } ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let shown = names.filter { !$0.hasPrefix(".") }.map { folder + $0 }
    return matches(word, shown.map { $0 + (FileKind(at: $0) == .folder ? "/" : "") })
  }
}
