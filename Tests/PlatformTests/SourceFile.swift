import BuiltPackage
import Foundation

/// A Swift file of this package.
struct SourceFile {
  /// The path in the package.
  let path: String
  /// The lines that are no comments.
  let lines: [Substring]
  let text: String

  /// All Swift files but the stand-ins for the frameworks and an app of Xcode.
  static let all: [SourceFile] =
    ["Package.swift"].map(SourceFile.init)
    + ["Sources", "Playground", "Tests"].flatMap { folder in
      BuiltPackage.files(in: BuiltPackage.viper.appendingPathComponent(folder))
        .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("StandIns/") && !$0.hasPrefix("HostApp/") }.map {
          SourceFile("\(folder)/\($0)")
        }
    }

  private init(_ path: String) {
    self.path = path
    let file = BuiltPackage.viper.appendingPathComponent(path)
    lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n").filter { line in
      !line.drop { $0 == " " }.hasPrefix("//")
    }
    text = lines.joined(separator: "\n")
  }
}
