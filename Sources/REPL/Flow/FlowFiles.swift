package import Foundation

package enum FlowFiles {
  /// The given files, and the files ending in `.flow` in the given folders and all folders below, ordered by name. Hidden files and
  /// folders are skipped, such as checkouts and copies of builds. A given path may be a link; below it, links to folders are not
  /// followed. A folder that cannot be read is in the result, and fails as a flow.
  package static func find(_ paths: [String]) -> [URL] { find(paths, withPromises: false) }

  /// - Parameter withPromises: whether the result includes files of promises in these folders.
  private static func find(_ paths: [String], withPromises: Bool) -> [URL] {
    paths.flatMap { path -> [URL] in
      let file = URL(fileURLWithPath: path)
      if FileKind(at: path) != .folder { return [file] }
      return files(in: file).filter { withPromises || !AlwaysFile.isOne($0) }
        .sorted { $0.relativePath < $1.relativePath }
    }
  }

  /// The files that are read for flows at given paths: the flows, and the promises that hold for them.
  package static func read(_ paths: [String]) -> [URL] {
    let flows = find(paths, withPromises: true)
    return flows + flows.flatMap(AlwaysFile.files)
  }

  private static func files(in folder: URL) -> [URL] {
    let manager = FileManager.default
    guard FlowFile.isReadable(folder: folder.path), let names = try? manager.contentsOfDirectory(atPath: folder.path)
    else { return [folder] }
    return names.filter { !$0.hasPrefix(".") }.flatMap { name -> [URL] in
      let file = folder.appendingPathComponent(name)
      if FileKind(at: file.path, followsLink: false) == .folder { return files(in: file) }
      return name.hasSuffix(".flow") && FileKind(at: file.path) != .folder ? [file] : []
    }
  }
}
