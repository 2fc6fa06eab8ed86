import Foundation

/// The toolchain's formatter.
package enum SwiftFormat {
  static let fileName = ".swift-format"

  /// Formats texts by a configuration; nil if the formatter cannot be run, or cannot read one of them.
  package static func formatted(_ texts: [String], by configuration: URL) -> [String]? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "viper-generate-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let files = texts.indices.map { folder.appending(path: "\($0).swift") }
      for (text, file) in zip(texts, files) { try Data(text.utf8).write(to: file) }
      let arguments = ["format", "--in-place", "--parallel", "--configuration", configuration.path]
      let answer = try Tool.run("swift", arguments + files.map(\.path))
      return answer.code == 0 ? try files.map { try String(contentsOf: $0, encoding: .utf8) } : nil
    } catch {
      return nil
    }
  }
}
