import Foundation
import REPL

/// The file or stream of a report for machines.
enum ReportFile {
  /// Writes a report into a file, which gets all of it or stays unchanged, or into a stream, such as a pipe or a device. A link is
  /// followed, and an existing file keeps its permissions.
  static func write(_ text: String, to path: String) throws {
    let file = URL(fileURLWithPath: path), data = Data(text.utf8)
    switch FileKind(at: path) {
    case .regular: try FileReplacement.write(data, to: file.resolvingSymlinksInPath().path)
    case nil, .folder: try data.write(to: file)
    case .stream:
      let stream = try FileHandle(forWritingTo: file)
      try stream.write(contentsOf: data)
      try stream.close()
    }
  }
}
