import Foundation

/// A temporary folder, deleted with this object.
package final class TemporaryFolder: Sendable {
  package let url: URL

  /// - Parameter inMemory: whether to use a file system in memory, if the system has one. A test that waits for the disk at every step
  ///   is ten times as fast there.
  package init(inMemory: Bool = false) throws {
    let memory = URL(fileURLWithPath: "/dev/shm")
    let isInMemory = inMemory && FileManager.default.isWritableFile(atPath: memory.path)
    url = (isInMemory ? memory : FileManager.default.temporaryDirectory)
      .appendingPathComponent("swift-viper-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package var path: String { url.path }

  /// The names of the folder's entries, sorted.
  package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// Writes a file and creates its folder if necessary.
  @discardableResult package func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> URL {
    let file = file(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file
  }

  @discardableResult package func write(_ name: String, _ text: String) throws -> URL { try write(name, text.utf8) }

  package func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: file(name)), as: UTF8.self)
  }
}
