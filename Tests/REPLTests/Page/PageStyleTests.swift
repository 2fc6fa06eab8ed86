import Foundation
import Testing

@testable import REPL

@Suite struct PageStyleTests {
  /// The colours of the light and the dark page, by name.
  private static var colors: [[String: String]] {
    PageStyle.css.components(separatedBy: "@media (prefers-color-scheme: dark)").map { part in
      Dictionary(part.matches(of: /--([a-z-]+): (#[0-9a-f]+)/).map { (String($0.1), String($0.2)) }) { first, _ in first
      }
    }
  }

  /// The relative luminance, as WCAG defines it.
  private func luminance(_ color: String) -> Double {
    var digits = Array(color.dropFirst())
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    let parts = stride(from: 0, to: 6, by: 2).map { index -> Double in
      let value = Double(Int(String(digits[index...(index + 1)]), radix: 16) ?? 0) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  private static let contrastRows: [(String, String)] = [
    ("text", "page"), ("text", "soft"), ("text", "old"), ("text", "new"), ("quiet", "page"), ("quiet", "soft"),
    ("link", "page"), ("good", "page"), ("bad", "page"), ("on-mark", "mark"),
  ]

  @Test("text has a contrast of 4.5 to its background, on light pages and on dark ones", arguments: contrastRows)
  func contrast(_ text: String, _ behind: String) {
    let contrasts = Self.colors.map { colors in
      let values = [text, behind].map { luminance(colors[$0] ?? "#000") }.sorted()
      return (values[1] + 0.05) / (values[0] + 0.05)
    }
    #expect(contrasts.count == 2 && contrasts.allSatisfy { $0 >= 4.5 })
  }
}
