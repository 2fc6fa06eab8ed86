import Foundation
import REPL

/// A folder of a test's own, gone when the test is over.
final class Folder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("flows-\(UUID().uuidString)")

  init(_ files: [String: String] = [:]) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { try write(Data(text.utf8), to: name) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func write(_ data: Data, to name: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
  }
}

/// Runs the text of a flow against the app of these tests.
@MainActor func report(_ text: String, app: ConsoleApp = Notes.app) async throws -> FlowReport {
  let folder = try Folder(["a.flow": text])
  return await app.run(flow: folder.url.appendingPathComponent("a.flow"))
}

extension FlowReport {
  /// What it shows, without the folder of the test.
  var shown: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).replacing(path, with: "a.flow") }
  }
}
