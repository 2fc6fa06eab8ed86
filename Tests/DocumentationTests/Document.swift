import Foundation
import Testing

/// A text with Swift samples: the README or an article. Later samples continue earlier ones.
struct Document: CustomTestStringConvertible {
  /// The path, from the root of the package.
  let path: String
  let text: String

  init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  init(_ path: String) throws {
    self.init(path: path, text: try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8))
  }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The files in a folder whose names end with `suffix`; paths from the root of the package.
  static func paths(in folder: String, endingIn suffix: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    return (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(suffix) }.sorted().map {
      "\(folder)/\($0)"
    }
  }

  /// Every text for people: the README files, the pages for contributors, and the articles of the catalogs.
  static let all: [Document] =
    (["README.md", "Playground/README.md"] + paths(in: ".github", endingIn: ".md")
    + paths(in: "Sources", endingIn: ".md")).compactMap { try? Document($0) }

  var testDescription: String { path }

  /// The code blocks marked as Swift.
  var samples: [Sample] { blocks("swift") }

  /// The code blocks marked as a language.
  func blocks(_ language: String) -> [Sample] { fences.filter { $0.language == language }.map(\.sample) }

  /// All code blocks, each with its language, which is empty for a plain block.
  var fences: [(language: String, sample: Sample)] {
    var fences: [(language: String, sample: Sample)] = [], block: [Substring] = [], open: (language: String, line: Int)?
    for (number, line) in zip(1..., text.split(separator: "\n", omittingEmptySubsequences: false)) {
      if !line.hasPrefix("```") {
        block.append(line)
      } else if let (language, first) = open {
        fences.append((language, Sample(path: path, line: first, code: block.joined(separator: "\n"))))
        open = nil
      } else {
        (open, block) = ((String(line.dropFirst(3)), number + 1), [])
      }
    }
    return fences
  }

  /// All samples as one program.
  var program: String { samples.map(\.located).joined() }

  /// The stated output of the samples, in order.
  var prints: [Sample.Print] { samples.flatMap(\.prints) }
}

extension String {
  /// The text with each shell command on one line: a backslash at the end of a line continues it.
  var withoutContinuations: String { replacing(#/ \\\n\s*/#, with: " ") }
}
