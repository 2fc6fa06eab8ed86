import Foundation

/// Links over typed routes, both ways: `/search/results;value=cats/details?usrid=123&page=2`.
///
/// A stack is a path. A segment is a route's name and its input: a parameter for each property of an object, or one called
/// `value` for anything else. Parameters follow a semicolon; those of the last segment may be the query.
public struct Links: Sendable {
  /// More screens than anybody opens by a link.
  private static let deepest = 100
  /// More segments than the path of any route has.
  private static let longestPath = 20
  /// More bytes than any link has: what is longer is refused before it is looked at.
  private static let longest = 1 << 20
  /// Parameters are looked for one after the other.
  private static let mostParameters = 1_000
  /// The paths, by the route. No more of a module: links keep nothing alive that builds.
  private let paths: [String: LinkPattern]
  private let byFirst: [String: [LinkPattern]]

  /// - Throws: ``RouteError/invalid(_:)`` when a path cannot be read, can be taken for another, or names a parameter that its
  ///   input has not.
  init(_ routes: some Sequence<any UntypedRoute>) throws(RouteError) {
    var all: [LinkPattern] = []
    for route in routes.sorted(by: { $0.name < $1.name }) { all.append(try LinkPattern(route)) }
    byFirst = Dictionary(grouping: all, by: \.first)
    for group in byFirst.values {
      for (index, path) in group.enumerated() {
        guard let other = group.dropFirst(index + 1).first(where: path.canBeTaken) else { continue }
        throw .invalid(
          .link,
          "the paths of '\(path.route.name)' and '\(other.route.name)' can be taken for each other: '\(path.text)', "
            + "'\(other.text)'; change one")
      }
    }
    paths = Dictionary(uniqueKeysWithValues: all.map { ($0.route.name, $0) })
  }

  /// The stack a link names; scheme, host and fragment are ignored. Inputs are read as their types ask.
  ///
  /// - Throws: ``RouteError/unknown(_:nearest:)`` for a segment no module is built for; ``RouteError/invalid(_:)``, naming the
  ///   part, for what cannot be read.
  public func parse(_ link: String) throws(RouteError) -> [Destination] {
    guard link.utf8.count <= Self.longest else { throw Self.tooLong(link) }
    let (path, query) = Self.split(link)
    let segments = path.split(separator: "/", maxSplits: Self.deepest * Self.longestPath)
    guard !segments.isEmpty else { throw .invalid(.link, "the link '\(link.prefix(80))' names no screen") }
    var rest = try segments.map { segment throws(RouteError) in try Segment(segment) }[...], stack: [Destination] = []
    while let first = rest.first {
      guard stack.count < Self.deepest else { throw Self.tooDeep }
      guard let candidates = byFirst[first.name] else {
        if let path = paths[first.name]?.text {
          throw .invalid(.link, "the path of '\(first.name)' is '\(path)'; write that")
        }
        throw .unknown(first.name, among: Set(paths.keys).union(byFirst.keys))
      }
      let names = rest.prefix(Self.longestPath).map(\.name)
      guard let (path, pairs) = candidates.lazy.compactMap({ path in path.match(names).map { (path, $0) } }).first
      else {
        let help = candidates.map { "'\($0.text)'" }.joined(separator: ", ")
        throw .invalid(.link, "the link has too little after '\(first.name.prefix(80))'; it is written as \(help)")
      }
      let taken = rest.prefix(path.count)
      rest = rest.dropFirst(path.count)
      if let early = taken.dropLast().first(where: { !$0.parameters.isEmpty }) {
        throw .invalid(.link, "parameters follow the whole path '\(path.text)', not '\(early.name.prefix(80))'")
      }
      let texts = (taken.last?.parameters ?? []) + (rest.isEmpty ? query?.split(separator: "&") ?? [] : [])
      let parameters = try Self.parameters(LinkParameters(pairs: pairs), texts, of: path.route.name)
      stack.append(Destination(route: path.route.name, input: try path.route.read(parameters)))
    }
    return stack
  }

  private struct Segment {
    let name: String
    let parameters: [Substring]

    init(_ text: Substring) throws(RouteError) {
      var parts = text.split(separator: ";", omittingEmptySubsequences: false)
      name = try PercentEncoding.decoded(parts.removeFirst())
      parameters = parts
    }
  }

  /// The link of a stack: `parse(print(stack)) == stack` for every stack of ``Route/destination(with:)``.
  ///
  /// - Throws: ``RouteError/unknown(_:nearest:)`` for a route no module is built for; ``RouteError/invalid(_:)`` for an input
  ///   that lives in memory only, or that its route cannot read, and for more than a megabyte.
  public func print(_ stack: [Destination]) throws(RouteError) -> String {
    guard let last = stack.indices.last else {
      throw .invalid(.link, "a link needs at least one screen, and the stack is empty")
    }
    guard stack.count <= Self.deepest else { throw Self.tooDeep }
    var link = ""
    for (index, destination) in stack.enumerated() {
      guard let path = paths[destination.route] else { throw .unknown(destination.route, among: paths.keys) }
      var parameters = try path.route.write(destination.input).pairs
      link += try path.print(&parameters)
      let pairs = parameters.map { PercentEncoding.encoded($0.name) + "=" + PercentEncoding.encoded($0.text) }
      if !pairs.isEmpty { link += (index == last ? "?" : ";") + pairs.joined(separator: index == last ? "&" : ";") }
    }
    guard link.utf8.count <= Self.longest else { throw Self.tooLong(link) }
    return link
  }

  private static func tooLong(_ link: String) -> RouteError {
    .invalid(.link, "the link has more than \(longest) bytes; keep what it names elsewhere: \(link.prefix(80))")
  }

  private static var tooDeep: RouteError {
    .invalid(.link, "the link names more than \(deepest) screens; leave some out")
  }

  private static func split(_ link: String) -> (path: Substring, query: Substring?) {
    var rest = link.prefix { $0 != "#" }
    // A scheme ends before any `/`, `?` or `;` that belongs to the path.
    if let colon = rest.firstIndex(where: { ":/?;".contains($0) }), rest[colon...].hasPrefix(":/") {
      rest = rest[rest.index(after: colon)...]
      if rest.hasPrefix("//") { rest = rest.dropFirst(2).drop { !"/?".contains($0) } }
    }
    guard let mark = rest.firstIndex(of: "?") else { return (rest, nil) }
    return (rest[..<mark], rest[rest.index(after: mark)...])
  }

  private static func parameters(
    _ inPath: LinkParameters, _ texts: [Substring], of route: String
  ) throws(RouteError) -> LinkParameters {
    guard texts.count <= mostParameters else {
      throw .invalid(.link, "the link gives \(texts.count) parameters of '\(route)'; give it \(mostParameters) at most")
    }
    var parameters = inPath, names = Set(inPath.pairs.map(\.name))
    for text in texts where !text.isEmpty {
      let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try PercentEncoding.decoded(sides[0]),
        text = try PercentEncoding.decoded(sides.dropFirst().first ?? "")
      guard names.insert(name).inserted else {
        throw .invalid(.link, "the link gives '\(name.prefix(80))' of '\(route)' twice; give it once")
      }
      parameters.pairs.append((name, text))
    }
    return parameters
  }
}
