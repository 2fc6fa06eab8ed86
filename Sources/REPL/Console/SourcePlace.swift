/// A place in the source code of an app: `Todo/ListConsoleView.swift:12`.
struct SourcePlace: Hashable, Comparable, CustomStringConvertible {
  let file: String
  let line: UInt

  init(_ file: StaticString, _ line: UInt) { (self.file, self.line) = ("\(file)", line) }

  var description: String { "\(file):\(line)" }

  static func < (left: Self, right: Self) -> Bool { (left.file, left.line) < (right.file, right.line) }
}
