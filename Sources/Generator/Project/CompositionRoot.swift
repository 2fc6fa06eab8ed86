/// The file that creates the app's navigator with its modules.
package struct CompositionRoot {
  package let path: String
  private let text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// The sources that create a navigator for a console.
  package static func all(in sources: [(path: String, text: String)]) -> [CompositionRoot] {
    sources.filter { $0.text.contains("Navigator(") }.map { CompositionRoot(path: $0.path, text: $0.text) }
      .filter { $0.modules != nil }
  }

  /// The range of the list of modules, and the name of their session.
  private var modules: (swift: SwiftText, value: Range<Int>, session: String)? {
    let swift = SwiftText(text)
    for position in swift.positions(of: "Navigator(") where !swift.hasName(before: position) {
      guard let inside = swift.inside(position + 9) else { continue }
      let arguments = swift.arguments(in: inside)
      // The session is the owner of the console, or of the environment where a console app chooses among stages.
      let owners = [("stage", ".console", true), ("environment", ".environment", text.contains("ConsoleApp("))]
      let session = owners.lazy.compactMap { label, end, isKnown in
        arguments[label].map(swift.text).flatMap { isKnown && $0.hasSuffix(end) ? $0.dropLast(end.count) : nil }
      }.first
      guard let value = arguments["modules"], let session else { continue }
      return (swift, value, String(session))
    }
    return nil
  }

  /// The change that adds a module: `+ NotesModule.all(for: session)` after the others; nil if it is already there.
  ///
  /// - Parameters:
  ///   - builder: the type that builds the module.
  ///   - target: the target to import; nil if the module is in the same target.
  package func adding(_ builder: String, importing target: String?) -> FileChange? {
    guard let (swift, value, session) = modules,
      swift.positions(of: "\(builder).", in: value).allSatisfy(swift.hasName)
    else { return nil }
    // `+` binds its left side closer than `??` and `? :` do.
    let old = swift.text(value), all = swift.code[value].contains(UInt8(ascii: "?")) ? "(\(old))" : old
    var bytes = swift.bytes
    bytes.replaceSubrange(value, with: "\(all) + \(builder).all(for: \(session))".utf8)
    let added = String(decoding: bytes, as: UTF8.self)
    return FileChange(path, before: text, after: target.map { SourceImports.adding($0, to: added) } ?? added)
  }
}
