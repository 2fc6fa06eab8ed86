import Foundation
import REPL

/// The file or stream of a report for machines.
enum ReportFile {
  /// Writes a report. An existing file keeps its permissions, and gets the whole report or stays unchanged; a link is followed. A stream, such as a pipe
  /// or a device, is written to directly.
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
