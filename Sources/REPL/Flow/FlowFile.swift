package import Foundation
import PlainText

package enum FlowFile {
  /// The text of a file. It reads only regular files: a pipe or a device may have no end.
  package static func text(of file: URL) throws -> String {
    switch FileKind(at: file.path) {
    case .regular: break
    // Reading it gives the reason.
    case nil where !FileKind.isMissing(file.path): break
    case .stream: throw FlowFileError(description: "it is a pipe or a device; save the flow in a file")
    case .folder where isReadable(folder: file.path):
      throw FlowFileError(description: "it is a folder; name a file that ends in .flow")
    case .folder: throw FlowFileError(description: "this folder cannot be read; change its permissions")
    case nil: throw FlowFileError(description: "there is no such file")
    }
    let data: Data
    do { data = try Data(contentsOf: file) } catch {
      throw FlowFileError(description: "it cannot be read: \(ErrorText.of(error))")
    }
    return try text(data)
  }

  /// Whether the files in a folder can be found and read.
  package static func isReadable(folder: String) -> Bool {
    FileManager.default.isReadableFile(atPath: folder) && FileManager.default.isExecutableFile(atPath: folder)
  }

  package static func text(_ data: Data) throws(FlowSyntaxError) -> String {
    if let text = String(validating: data, as: UTF8.self) { return text }
    // A newline is never part of another character, so one line contains the first mistake.
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let index = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    // Invalid bytes become U+FFFD; a U+FFFD that was in the text stays.
    let readable = String(decoding: lines[index], as: UTF8.self).utf8
    let same = zip(readable, lines[index]).prefix { $0 == $1 }.count
    let column = String(decoding: lines[index].prefix(same), as: UTF8.self).filter { $0 != "\u{FFFD}" }.count + 1
    throw FlowSyntaxError(line: index + 1, column: column, reason: "this is not UTF-8; save the file as UTF-8")
  }

  /// Whether two texts have the same bytes; equal strings may differ in their Unicode normalization.
  package static func isSame(_ first: String, _ second: String) -> Bool { Data(first.utf8) == Data(second.utf8) }

  /// Replaces the text of a file atomically: readers see either the old text or the new one. The permissions stay. Throws if the file
  /// no longer has the old text, or if it is read-only.
  package static func replace(_ old: String, with new: String, in file: URL) throws {
    guard try isSame(text(of: file), old) else {
      throw FlowFileError(description: "it changed during the run and was not rewritten; accept it again")
    }
    // Replaces the target of a link, not the link.
    let target = file.resolvingSymlinksInPath().path
    guard FileKind.isWritable(at: target) else {
      throw FlowFileError(description: "it is read-only and was not rewritten; make it writable to accept it")
    }
    do { try FileReplacement.write(Data(new.utf8), to: target) } catch {
      throw FlowFileError(description: "it cannot be written: \(ErrorText.of(error))")
    }
  }
}

package struct FlowFileError: Error, CustomStringConvertible {
  package let description: String
}
