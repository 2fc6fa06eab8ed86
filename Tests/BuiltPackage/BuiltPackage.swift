import Foundation

/// A package that a test writes and builds. It stays between runs, so that later builds are incremental.
package struct BuiltPackage: Sendable {
  /// The folder of this package.
  package static let viper = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The name of this package for the compiler: SwiftPM derives it from the folder.
  package static var name: String {
    String(viper.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// The SwiftPM options that put caches and settings into this package's build folder instead of the user's home.
  package static let ownCaches = ["cache", "config", "security"].flatMap {
    ["--\($0)-path", viper.appendingPathComponent(".build/own-caches/\($0)").path]
  }

  package let folder: URL

  /// - Parameter path: the folder's path, relative to the build folder of this package.
  package init(_ path: String) { folder = Self.viper.appendingPathComponent(".build/\(path)") }

  /// Writes files, keyed by path. It does not touch unchanged files, so that they are not built again.
  package func write(_ files: [String: String]) throws {
    for (name, text) in files {
      let file = folder.appendingPathComponent(name)
      if (try? String(contentsOf: file, encoding: .utf8)) == text { continue }
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  /// Removes all files except these and those whose names begin with a dot.
  package func keep(_ paths: Set<String>) throws {
    for path in Self.files(in: folder) where !paths.contains(path) {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(path))
    }
  }

  /// The files of a folder and its subfolders, without names that begin with a dot.
  package static func files(in folder: URL) -> [String] {
    var paths: [String] = []
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] where !name.hasPrefix(".") {
      let inside = files(in: folder.appendingPathComponent(name))
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path, isDirectory: &isFolder)
      paths += isFolder.boolValue ? inside.map { "\(name)/\($0)" } : [name]
    }
    return paths.sorted()
  }

  /// Runs a tool in the package's folder.
  package func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> ToolRun {
    try await onOwnThread { [folder] in try ToolRun(arguments, in: folder, environment: environment) }
  }
}
