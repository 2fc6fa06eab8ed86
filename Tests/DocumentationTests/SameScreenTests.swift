import Foundation
import Testing

/// The comparison of one screen in this library and in others.
@Suite struct SameScreenTests {
  @Test("the lines and files that the page counts are those it shows") func counts() throws {
    let document = try Document("Sources/VIPER/VIPER.docc/TheSameScreenElsewhere.md")
    let languages = ["swift", "swift-tca", "swift-ribs", "swift-rx"]
    let shown = languages.map { language in
      let lines = document.blocks(language).flatMap { $0.code.split(separator: "\n") }.filter {
        !$0.allSatisfy(\.isWhitespace)
      }
      let files = lines.count { $0.hasPrefix("// ") && $0.hasSuffix(".swift") }
      return (lines: lines.count - files, files: files)
    }
    func row(_ name: String) -> [Int] {
      let row = document.text.split(separator: "\n").first { $0.hasPrefix("| \(name) |") } ?? ""
      return row.split(separator: "|").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    }
    #expect(row("lines") == shown.map(\.lines))
    #expect(row("files") == shown.map(\.files))
  }
}
