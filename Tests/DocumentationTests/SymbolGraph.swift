import BuiltPackage
import Foundation
import Testing

/// The compiler's record of a library's public symbols.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Fragment: Decodable { let spelling: String }
    struct Signature: Decodable { let returns: [Fragment]? }
    struct Comment: Decodable { let lines: [Line] }
    struct Line: Decodable { let text: String }
    struct Location: Decodable {
      let uri: String
      let position: Position
    }
    struct Position: Decodable { let line: Int }
    let kind: Kind
    let pathComponents: [String]
    let declarationFragments: [Fragment]?
    let functionSignature: Signature?
    let docComment: Comment?
    let location: Location?

    /// The path, as links name it.
    var path: String { pathComponents.joined(separator: "/") }

    var comment: String { docComment?.lines.map(\.text).joined(separator: "\n") ?? "" }

    /// The type of a property, or the return type of a function.
    private var type: String {
      if let returned = functionSignature?.returns { return returned.map(\.spelling).joined() }
      let declaration = declarationFragments?.map(\.spelling).joined() ?? ""
      return declaration.firstMatch(of: /: (.*)/).map { String($0.1) } ?? ""
    }

    /// Whether it returns a signal or another property. A symbol that begins a task is left out, because a diagram in virtual
    /// time cannot show it.
    var isOperator: Bool {
      switch pathComponents[0] {
      case "FlattenStrategy": kind.identifier == "swift.enum.case"
      case "Property": kind.identifier == "swift.type.method"
      case "PropertyProtocol": type.hasPrefix("Property<") || type.hasPrefix("Signal<")
      case "Signal":
        (type.hasPrefix("Signal<") || type == "Self") && path != "Signal/from(async:)"
      default: false
      }
    }

    /// The file and line of the declaration; nil if that is not in this package.
    var place: String? {
      location.map { "\($0.uri.replacing("file://", with: "")):\($0.position.line + 1)" }
    }
  }
  let symbols: [Symbol]

  /// The graphs of a library: its own, and one for each library that it extends.
  static func all(of library: String) throws -> [SymbolGraph] {
    try withFolder { folder in
      try extract(library, into: folder)
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      try #require(files.contains { $0.lastPathComponent == "\(library).symbols.json" })
      return try files.map { try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)) }
    }
  }

  /// Extracts a library's graphs as files into a folder.
  static func extract(_ library: String, into folder: URL) throws {
    let compiler = try Compiler(), info = try compiler.swift("swiftc", ["-print-target-info"])
    let target = try #require(info.text.firstMatch(of: /"triple": "([^"]+)"/)?.1)
    let output = try compiler.swift(
      "swift-symbolgraph-extract",
      [
        "-module-name", library, "-I", compiler.modules.path, "-target", "\(target)", "-output-dir", folder.path,
        "-minimum-access-level", "public", "-skip-synthesized-members", "-skip-inherited-docs",
      ])
    try #require(output.succeeded, "\(output.text)")
  }

  /// Runs `body` with a temporary folder.
  static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("catalog-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  /// The operators on signals and properties, by path. A path may have several.
  static func operators() throws -> [String: [Symbol]] {
    Dictionary(grouping: try all(of: "Signals").flatMap(\.symbols).filter(\.isOperator), by: \.path)
  }
}
