import Foundation

/// Finds the files of flows at given paths.
enum FlowFiles {
  /// The given files, and the files ending in `.flow` in the given folders and all folders below, ordered by name. Hidden files and
  /// folders are skipped, such as checkouts and copies of builds.
  ///
  /// - Parameter withPromises: whether the result includes files of promises in these folders.
  static func find(_ paths: [String], withPromises: Bool = false) -> [URL] {
    paths.flatMap { path -> [URL] in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
        return [URL(fileURLWithPath: path)]
      }
      // The folder may be a link; the URLs of its files keep the given path.
      let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath()
      let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      let visible = names.filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
      return visible.filter { $0.hasSuffix(".flow") }.sorted().map {
        URL(fileURLWithPath: path).appendingPathComponent($0)
      }.filter { !$0.hasDirectoryPath && (withPromises || !AlwaysFile.isOne($0)) }
    }
  }
}
