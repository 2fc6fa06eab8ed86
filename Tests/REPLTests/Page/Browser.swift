import BuiltPackage
import Foundation

/// A browser without a window, if one is installed.
enum Browser {
  static let program = ["chromium", "chromium-browser", "google-chrome"].lazy.flatMap { name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
  }.first(where: FileManager.default.isExecutableFile)

  /// Returns a page after its scripts have run.
  ///
  /// - Parameters:
  ///   - folder: the folder for the browser's data.
  ///   - fragment: the part of the page that the address selects.
  static func read(_ page: URL, _ fragment: String = "", in folder: URL) async throws -> String {
    let run = try await onOwnThread {
      try ToolRun([
        program ?? "", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--user-data-dir=\(folder.appendingPathComponent("browser").path)", "--virtual-time-budget=10000", "--dump-dom",
        page.absoluteString + fragment,
      ])
    }
    return run.text
  }
}
