import Foundation
import Testing

/// Code in the articles fits the column of DocC's pages, where a longer line is cut off.
@Suite struct ColumnTests {
  private static let width = 72

  /// The lines that are too long, each with its file and number. In a session only typed lines count: a program prints the
  /// others.
  private static func tooLong(in document: Document) -> [String] {
    document.fences.flatMap { language, sample in
      let isSession = ["flow", "console"].contains(language)
      return zip(sample.line..., sample.code.components(separatedBy: "\n")).compactMap { number, line in
        let isPrinted = isSession && line.prefixMatch(of: #/(\S*>|\$) /#) == nil
        return line.count > width && !isPrinted ? "\(document.path):\(number): \(line)" : nil
      }
    }
  }

  @Test("a line of code in an article fits the column of DocC") func width() {
    let articles = Document.all.filter { $0.path.contains(".docc/") }
    #expect(articles.count > 40)
    #expect(articles.flatMap(Self.tooLong) == [])
  }

  @Test("a longer line is named with its file and number, unless a program prints it") func naming() {
    let long = String(repeating: "x", count: Self.width), longer = long + "x"
    let text = "```\n\(long)\n```\n```swift\n\(longer)\n```\n```console\n> \(long)\n  \(long)\n```\n"
    let lines = Self.tooLong(in: Document(path: "Some.md", text: text))
    #expect(lines == ["Some.md:5: \(longer)", "Some.md:8: > \(long)"])
  }
}
