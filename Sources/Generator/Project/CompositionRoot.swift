import VIPER

/// The file that makes the app's navigator, and what has to be in it for a module to be a part of the app.
package struct CompositionRoot {
  package let path: String
  private let text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// Those of the sources that make a navigator for a console.
  package static func all(in sources: [(path: String, text: String)]) -> [CompositionRoot] {
    sources.filter { $0.text.contains("Navigator(") }.map { CompositionRoot(path: $0.path, text: $0.text) }
      .filter { $0.modules != nil }
  }

  /// Where the modules are listed, and the session they are made for.
  private var modules: (swift: SwiftText, value: Range<Int>, session: String)? {
    let swift = SwiftText(text)
    for position in swift.positions(of: "Navigator(") where !swift.hasName(before: position) {
      guard let inside = swift.inside(position + 9) else { continue }
      let arguments = swift.arguments(in: inside)
      guard let value = arguments["modules"], let stage = arguments["stage"].map(swift.text),
        stage.hasSuffix(".console")
      else { continue }
      return (swift, value, String(stage.dropLast(".console".count)))
    }
    return nil
  }

  /// The change that adds a module: `+ NotesModule.all(for: session)` behind the others; nil if it is there.
  ///
  /// - Parameters:
  ///   - builder: the type that makes the module.
  ///   - target: what to import for it; nil where it is a part of the same target.
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
