import Foundation
import Testing

/// Code in articles and comments fits the column of DocC's pages, where a longer line is cut off.
@Suite struct ColumnTests {
  private static let width = 72

  /// The lines of a sample that are too long, each with its file and number.
  private static func tooLong(in sample: Sample, isSession: Bool = false) -> [String] {
    zip(sample.line..., sample.code.components(separatedBy: "\n")).compactMap { number, line in
      // A program prints the other lines of a session.
      let isWritten = !isSession || line.prefixMatch(of: #/(\S*>|\$) /#) != nil
      return isWritten && line.count > width ? "\(sample.path):\(number): \(line)" : nil
    }
  }

  private static func tooLong(in document: Document) -> [String] {
    document.fences.flatMap { tooLong(in: $0.sample, isSession: ["flow", "console"].contains($0.language)) }
  }

  @Test("a line of code in an article fits the column of DocC") func articles() {
    let articles = Document.all.filter { $0.path.contains(".docc/") }
    #expect(articles.count > 40)
    #expect(articles.flatMap(Self.tooLong) == [])
  }

  @Test("a line of code in a comment fits the column of DocC") func comments() {
    #expect(CommentTests.samples.flatMap { Self.tooLong(in: $0) } == [])
  }

  @Test("a longer line is named with its file and number, unless a program prints it") func naming() {
    let long = String(repeating: "x", count: Self.width), longer = long + "x"
    let text = "```\n\(long)\n```\n```swift\n\(longer)\n```\n```console\n> \(long)\n  \(long)\n```\n"
    let lines = Self.tooLong(in: Document(path: "Some.md", text: text))
    #expect(lines == ["Some.md:5: \(longer)", "Some.md:8: > \(long)"])
  }
}
