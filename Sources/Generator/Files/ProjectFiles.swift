import Foundation

/// The few things the generator asks of a disk: so few that a test can be one that fails.
package protocol ProjectFiles {
  /// What is in the file; nil if there is no such file.
  func text(of file: URL) throws -> String?
  /// The files in a folder, all the way down, as paths from it on and in the order of their names; none if there is no such
  /// folder. What begins with a dot is left out, and so are links to files outside of the folder.
  func files(in folder: URL) -> [String]
  /// Whether there is a file or a folder.
  func exists(_ url: URL) -> Bool
  /// Whether there is a folder.
  func isFolder(_ url: URL) -> Bool
  /// Makes the folder, in one that is there.
  func createFolder(_ folder: URL) throws
  /// Makes a new file.
  func write(_ text: String, to file: URL) throws
  /// Gives the file another name, where there is nothing.
  func move(_ file: URL, to name: URL) throws
  /// Removes a file or a folder with all that is in it.
  func remove(_ url: URL) throws
}

/// The machine's disk.
package struct DiskFiles: ProjectFiles {
  package init() {}

  package func text(of file: URL) throws -> String? {
    isFolder(file) || !exists(file) ? nil : try String(contentsOf: file, encoding: .utf8)
  }

  package func files(in folder: URL) -> [String] {
    // The folder itself may be a link.
    let folder = folder.resolvingSymlinksInPath()
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { path in
      let file = folder.appending(path: path)
      return !path.split(separator: "/").contains { $0.hasPrefix(".") } && !isFolder(file)
        && !isLink(file, outOf: folder)
    }.sorted()
  }

  private func isLink(_ file: URL, outOf folder: URL) -> Bool {
    guard (try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)) != nil else { return false }
    return !file.resolvingSymlinksInPath().path.hasPrefix(folder.path + "/")
  }

  package func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

  package func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
  }

  package func createFolder(_ folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  package func write(_ text: String, to file: URL) throws {
    try Data(text.utf8).write(to: file, options: .withoutOverwriting)
  }

  package func move(_ file: URL, to name: URL) throws { try FileManager.default.moveItem(at: file, to: name) }

  package func remove(_ url: URL) throws { try FileManager.default.removeItem(at: url) }
}
