/// A place in the source code of an app: `Todo/ListConsoleView.swift:12`.
struct SourcePlace: CustomStringConvertible {
  // Converted to text on demand, because each control of each screen has a place.
  private let name: StaticString
  private let line: UInt

  init(_ file: StaticString, _ line: UInt) { (name, self.line) = (file, line) }

  var description: String { "\(name):\(line)" }
}
