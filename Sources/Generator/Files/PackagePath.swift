/// Paths from the package's folder on. That folder itself is the empty one.
enum PackagePath {
  /// What is in a folder.
  static func joined(_ folder: String, _ rest: String) -> String { folder.isEmpty ? rest : "\(folder)/\(rest)" }

  /// Whether a path is below a folder.
  static func isBelow(_ folder: String, _ path: String) -> Bool { folder.isEmpty || path.hasPrefix(folder + "/") }
}
