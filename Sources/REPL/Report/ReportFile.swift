import Foundation

/// Where a report for machines goes.
enum ReportFile {
  /// Writes a report. A file that is there gets all of it or stays as it is; a link is followed. A stream, such as a pipe or a
  /// device, is written into.
  static func write(_ text: String, to path: String) throws {
    let file = URL(fileURLWithPath: path), data = Data(text.utf8)
    switch FileKind(at: path) {
    case .regular: try data.write(to: file.resolvingSymlinksInPath(), options: .atomic)
    case nil, .folder: try data.write(to: file)
    case .stream:
      let stream = try FileHandle(forWritingTo: file)
      try stream.write(contentsOf: data)
      try stream.close()
    }
  }
}
