import Foundation
import REPL
import VIPER

extension Session {
  /// The words, whole and sorted, that can complete the last word of a line: commands and fields of the screen, rows of its lists,
  /// commands of the session, routes, names of calls and trace entries, files. Never the value of a field.
  func completions(of line: String) -> [String] {
    let line = TypedLine.trimmed(line)
    guard let blank = line.lastIndex(of: " ") else {
      return line.hasPrefix(":")
        ? matches(line, MetaCommand.usages.keys.map { ":\($0)" }) : console.completions(of: line)
    }
    let word = String(line[line.index(after: blank)...])
    // The folder of a file, or the routes before the last one of a path.
    let start = word.lastIndex(of: "/").map { String(word[...$0]) } ?? ""
    switch line.prefix(while: { $0 != " " }) {
    case ":open": return matches(word, navigator?.routes.map { start + $0.name } ?? [])
    case ":save": return matches(word, files(in: start))
    case ":help": return matches(word, Array(MetaCommand.usages.keys))
    case ":stub", ":fail", ":delay": return matches(word, Array(calls.log.names))
    case ":trace": return matches(word, trace?.entries.map(\.name) ?? [])
    default: return console.completions(of: line)
    }
  }

  private func matches(_ word: String, _ names: [String]) -> [String] {
    Set(names).filter { $0.hasPrefix(word) && !$0.isEmpty && !$0.contains(" ") }.sorted()
  }

  private func files(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let paths = names.filter { !$0.hasPrefix(".") }.map { folder + $0 }
    return paths.map { $0 + (FileKind(at: $0) == .folder ? "/" : "") }
  }
}
