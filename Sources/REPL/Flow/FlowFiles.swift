import Foundation

/// The flows that paths name.
enum FlowFiles {
  /// The files named, and those ending in `.flow` in the folders named, all the way down, in the order of their names;
  /// without what is hidden, such as the checkouts and copies that builds keep.
  ///
  /// - Parameter withPromises: whether the files of promises in the folders are among them.
  static func find(_ paths: [String], withPromises: Bool = false) -> [URL] {
    paths.flatMap { path -> [URL] in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
        return [URL(fileURLWithPath: path)]
      }
      // The folder itself may be a link; its files are named as they were asked for.
      let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath()
      let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      let visible = names.filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
      return visible.filter { $0.hasSuffix(".flow") }.sorted().map {
        URL(fileURLWithPath: path).appendingPathComponent($0)
      }.filter { !$0.hasDirectoryPath && (withPromises || !AlwaysFile.isOne($0)) }
    }
  }
}
