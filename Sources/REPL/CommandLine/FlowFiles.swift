import Foundation

/// The flows that paths name.
package enum FlowFiles {
  /// The files named, and those ending in `.flow` in the folders named, all the way down, in the order of their names; each
  /// once. Paths where nothing is are given apart.
  package static func find(_ paths: [String]) -> (files: [URL], missing: [String]) {
    var files: [URL] = [], seen: Set<String> = [], missing: [String] = []
    for path in paths {
      guard let found = flows(at: path) else {
        missing.append(path)
        continue
      }
      for file in found where seen.insert(file.standardizedFileURL.path).inserted { files.append(file) }
    }
    return (files, missing)
  }

  private static func flows(at path: String) -> [URL]? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    guard isFolder.boolValue else { return [URL(fileURLWithPath: path)] }
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".flow") }.sorted().map { URL(fileURLWithPath: path).appendingPathComponent($0) }
      .filter { !$0.hasDirectoryPath }
  }
}
