/// The routes in source files, and the routes that each opens, read from declarations such as
/// `Module(.list, opens: .details)` without running them.
package struct RouteGraph {
  /// The declaration of a route: `static var list: Self { Route("list") }`.
  private var names: [String: String] = [:]
  /// The file that declares each route's name.
  private var files: [String: String] = [:]
  private var modules: [(route: String, opens: [String])] = []

  /// - Parameter sources: the texts, by path.
  package init(of sources: [(path: String, text: String)]) {
    // Parsing is slow, and most files declare neither routes nor modules.
    let some = sources.filter { $0.text.contains("Route(") || $0.text.contains("Module(") }
    let texts = some.map { (path: $0.path, swift: SwiftText($0.text)) }
    for (path, swift) in texts { readRoutes(swift, path) }
    for (_, swift) in texts { readModules(swift) }
  }

  /// The file that declares a route of that name; nil if there is none.
  package func file(declaring name: String) -> String? { files[name] }

  /// The screens in the order of their names, each with the screens that it opens, as `playground graph` prints them.
  package var text: String {
    let screens = modules.map { module in
      let opens = module.opens.map { names[$0] ?? $0 }
      return (names[module.route] ?? module.route) + (opens.isEmpty ? "" : "\n  opens \(opens.joined(separator: ", "))")
    }
    return screens.sorted().joined(separator: "\n")
  }

  private mutating func readRoutes(_ swift: SwiftText, _ path: String) {
    for position in swift.positions(of: "static ") {
      let kind = swift.afterSpace(position + 7), keyword = swift.name(at: kind)
      guard keyword == "var" || keyword == "let" else { continue }
      var start = swift.afterSpace(kind + keyword.utf8.count)
      // An incomplete file may end here.
      guard start < swift.code.count else { continue }
      if swift.code[start] == UInt8(ascii: "`") { start += 1 }
      let identifier = swift.name(at: start)
      // The route is made in the same declaration, before the next one begins.
      let end = swift.positions(of: "static ").first { $0 > position } ?? swift.code.count
      guard let route = swift.positions(of: "Route(", in: start..<end).first(where: { !swift.hasName(before: $0) }),
        let inside = swift.inside(route + 5), let first = swift.parts(of: inside).first,
        let name = swift.string(in: first)
      else { continue }
      names[identifier] = name
      files[name] = files[name] ?? path
    }
  }

  private mutating func readModules(_ swift: SwiftText) {
    for position in swift.positions(of: "Module(") where !swift.hasName(before: position) {
      guard let inside = swift.inside(position + 6) else { continue }
      let parts = swift.parts(of: inside).map(swift.text)
      guard let route = parts.first, route.hasPrefix(".") else { continue }
      let rest = parts.dropFirst().map { $0.hasPrefix("opens:") ? String($0.dropFirst(6)) : $0 }
      let opens = rest.map { $0.trimming(" \n") }.prefix { $0.hasPrefix(".") }
      modules.append((Self.identifier(route), opens.map(Self.identifier)))
    }
  }

  private static func identifier(_ text: String) -> String { text.filter { $0 != "." && $0 != "`" } }
}

extension String {
  fileprivate func trimming(_ characters: String) -> String {
    let start = drop { characters.contains($0) }
    return String(start.reversed().drop { characters.contains($0) }.reversed())
  }
}
