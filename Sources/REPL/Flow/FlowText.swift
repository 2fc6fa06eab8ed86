/// The lines of a flow's file, with what ended each: put together again they are the file, byte for byte.
package struct FlowText: Equatable, Sendable {
  /// A line and its end.
  package struct Line: Equatable, Sendable {
    /// What is in the line.
    package var content: String
    /// What ends it: a newline, with a carriage return before it or not; nothing at the end of a file that has no last newline.
    package var end: String
  }

  /// The byte order mark some editors begin a file with.
  private let mark: String
  /// The lines, from top to bottom.
  package var lines: [Line]

  /// Splits a text. Nothing but a newline ends a line; a carriage return before it belongs to the end.
  package init(_ text: String) {
    let hasMark = text.unicodeScalars.first == "\u{FEFF}"
    mark = hasMark ? "\u{FEFF}" : ""
    let body = hasMark ? String(text.unicodeScalars.dropFirst()) : text
    let newline = UInt8(ascii: "\n"), carriageReturn = UInt8(ascii: "\r")
    let pieces = body.utf8.split(separator: newline, omittingEmptySubsequences: false)
    lines = pieces.dropLast().map { piece in
      piece.last == carriageReturn
        ? Line(content: String(Substring(piece.dropLast())), end: "\r\n")
        : Line(content: String(Substring(piece)), end: "\n")
    }
    if let rest = pieces.last, !rest.isEmpty { lines.append(Line(content: String(Substring(rest)), end: "")) }
  }

  /// The file again.
  package var text: String { lines.reduce(into: mark) { $0 += $1.content + $1.end } }
}
