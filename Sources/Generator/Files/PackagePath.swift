/// Paths relative to the package's folder. The empty path is that folder.
enum PackagePath {
  /// The path of an item in a folder.
  static func joined(_ folder: String, _ rest: String) -> String { folder.isEmpty ? rest : "\(folder)/\(rest)" }

  /// Whether a path is below a folder.
  static func isBelow(_ folder: String, _ path: String) -> Bool { folder.isEmpty || path.hasPrefix(folder + "/") }
}
