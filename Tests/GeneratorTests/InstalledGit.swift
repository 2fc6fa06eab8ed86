import Foundation

/// The git of this machine, which some tests need and the toolchain does not include.
enum InstalledGit {
  /// Whether git is in the `PATH`.
  static let isThere = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/git")
  }
}
