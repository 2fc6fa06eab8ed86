import Foundation
import Testing

/// A text with Swift samples in it: the README or an article. Its samples follow one another, as they are read.
struct Document: CustomTestStringConvertible {
  /// A block of code, and the line its first line is on.
  struct Sample {
    let code: String
    let line: Int
  }
  /// What a sample says it prints, and the line that says so.
  struct Print: Equatable {
    let text: String
    let line: Int
  }

  /// Where it is, from the root of the package.
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

  /// The README files and every article of every catalog that have Swift samples.
  static let all: [Document] = {
    let paths = FileManager.default.enumerator(atPath: root.appendingPathComponent("Sources").path)?
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".md") && $0.contains(".docc/") }.map { "Sources/\($0)" }
    let all = ["README.md", "Playground/README.md"] + (paths ?? []).sorted()
    return all.compactMap { try? Document($0) }.filter { !$0.samples.isEmpty }
  }()

  var testDescription: String { path }

  /// The blocks fenced as Swift.
  var samples: [Sample] {
    var samples: [Sample] = [], block: [Substring] = [], start: Int?, isFenced = false
    for (number, line) in lines {
      if let first = start {
        if line.hasPrefix("```") {
          samples.append(Sample(code: block.joined(separator: "\n"), line: first))
          start = nil
        } else {
          block.append(line)
        }
      } else if line.hasPrefix("```") {
        if !isFenced, line == "```swift" { (start, block) = (number + 1, []) } else { isFenced.toggle() }
      }
    }
    return samples
  }

  /// One program of all samples, whose lines the compiler knows by this text's.
  var program: String {
    samples.map { "#sourceLocation(file: \"\(path)\", line: \($0.line))\n\($0.code)\n" }.joined()
  }

  /// What the samples say they print, in order.
  var prints: [Print] {
    samples.flatMap { sample in
      sample.code.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
        line.wholeMatch(of: /.*\/\/ Prints "(.*)"/).map { Print(text: String($0.1), line: sample.line + index) }
      }
    }
  }

  private var lines: [(Int, Substring)] {
    Array(zip(1..., text.split(separator: "\n", omittingEmptySubsequences: false)))
  }
}
