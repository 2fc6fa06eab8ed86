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
    sources.map { CompositionRoot(path: $0.path, text: $0.text) }.filter { $0.modules != nil }
  }

  /// Where the modules are listed, and the session they are made for.
  private var modules: (swift: SwiftText, call: Int, label: Int, value: Range<Int>, session: String)? {
    let swift = SwiftText(text)
    for position in swift.positions(of: "Navigator(") where !swift.hasName(before: position) {
      guard let inside = swift.inside(position + 9) else { continue }
      let arguments = swift.arguments(in: inside)
      guard let value = arguments["modules"], let stage = arguments["stage"].map(swift.text),
        stage.hasSuffix(".console"),
        let label = swift.positions(of: "modules:", in: inside.lowerBound..<value.lowerBound).last
      else { continue }
      return (swift, inside.lowerBound, label, value, String(stage.dropLast(".console".count)))
    }
    return nil
  }

  /// The change that adds a module: `+ NotesModule.all(for: session)` behind the others; nil if it is there.
  ///
  /// - Parameters:
  ///   - builder: the type that makes the module.
  ///   - target: what to import for it; nil where it is a part of the same target.
  package func adding(_ builder: String, importing target: String?) -> FileChange? {
    guard let (swift, call, label, value, session) = modules,
      swift.positions(of: "\(builder).", in: value).isEmpty
    else { return nil }
    let addition = " + \(builder).all(for: \(session))"
    var bytes = swift.bytes
    bytes.insert(contentsOf: addition.utf8, at: value.upperBound)
    // A line that has become too long is broken where the formatter would break it.
    let start = swift.bytes[..<label].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    if String(decoding: bytes[start..<end], as: UTF8.self).count > 120 {
      let indent = bytes[start...].prefix { $0 == 0x20 }.count
      let isInCall = call < start
      let inner = [0x0A] + [UInt8](repeating: 0x20, count: isInCall ? indent : indent + 2)
      bytes.replaceSubrange((label - 1)..<label, with: inner)
      if !isInCall { bytes.insert(contentsOf: inner, at: call) }
    }
    let added = String(decoding: bytes, as: UTF8.self)
    return FileChange(path, before: text, after: target.map { SourceImports.adding($0, to: added) } ?? added)
  }
}
