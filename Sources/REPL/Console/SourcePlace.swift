/// A place in the source code of an app: `Todo/ListConsoleView.swift:12`.
struct SourcePlace: Hashable, Comparable, CustomStringConvertible {
  // Converted to text on demand, because each control of each screen has a place.
  private let name: StaticString
  let line: UInt

  init(_ file: StaticString, _ line: UInt) { (name, self.line) = (file, line) }

  var file: String { "\(name)" }
  var description: String { "\(name):\(line)" }

  static func == (left: Self, right: Self) -> Bool { (left.file, left.line) == (right.file, right.line) }
  static func < (left: Self, right: Self) -> Bool { (left.file, left.line) < (right.file, right.line) }
  func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
