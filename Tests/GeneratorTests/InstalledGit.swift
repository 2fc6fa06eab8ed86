import Foundation

/// The git of the machine, which some tests need and the toolchain does not bring.
enum InstalledGit {
  /// Whether there is one where programs are looked for.
  static let isThere = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/git")
  }
}
