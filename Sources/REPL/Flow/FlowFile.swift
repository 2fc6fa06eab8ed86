import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A flow's file: its text, read once, and written as a whole.
enum FlowFile {
  /// The text of a file.
  static func text(of file: URL) throws -> String {
    let data: Data
    do { data = try Data(contentsOf: file) } catch {
      throw FlowFileError(description: "it cannot be read; is it there?")
    }
    return try text(data)
  }

  /// Bytes as text.
  static func text(_ data: Data) throws(FlowSyntaxError) -> String {
    if let text = String(validating: data, as: UTF8.self) { return text }
    // No character goes over the end of a line: the first line that is no text is the one to look at.
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let index = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    // What cannot be read becomes one mark; what was one before is text.
    let readable = String(decoding: lines[index], as: UTF8.self).utf8
    let same = zip(readable, lines[index]).prefix { $0 == $1 }.count
    let column = String(decoding: lines[index].prefix(same), as: UTF8.self).filter { $0 != "\u{FFFD}" }.count + 1
    throw FlowSyntaxError(line: index + 1, column: column, reason: "this is not UTF-8; save the file as UTF-8")
  }

  /// Whether two texts are the same bytes: what reads the same may be written in other characters.
  static func isSame(_ first: String, _ second: String) -> Bool { Data(first.utf8) == Data(second.utf8) }

  /// Puts a text in the place of another: whoever reads the file sees the old one or the new one, and its permissions stay.
  /// Refused if the file no longer has the old one.
  static func replace(_ old: String, with new: String, in file: URL) throws {
    guard try isSame(text(of: file), old) else {
      throw FlowFileError(description: "it was changed while it ran, and is left as it is; accept it again")
    }
    // Behind a link, what the link names.
    let target = file.resolvingSymlinksInPath()
    let draft = target.deletingLastPathComponent().appendingPathComponent(".\(target.lastPathComponent).new")
    do {
      let mode = try FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions]
      try Data(new.utf8).write(to: draft)
      try FileManager.default.setAttributes([.posixPermissions: mode ?? 0o644], ofItemAtPath: draft.path)
      guard rename(draft.path, target.path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    } catch {
      try? FileManager.default.removeItem(at: draft)
      throw FlowFileError(description: "it cannot be written: \(error.localizedDescription)")
    }
  }
}

/// A flow that cannot be read or written.
struct FlowFileError: Error, CustomStringConvertible {
  let description: String
}
