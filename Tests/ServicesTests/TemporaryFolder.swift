import Foundation

/// A folder of a test's own; it goes with its owner.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("services-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}
