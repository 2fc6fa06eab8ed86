import Foundation

/// Links over typed routes, both ways: `/search/results;value=cats/details?usrid=123&page=2`.
///
/// A link is the path of a stack. Each segment is a route's name with its input: one parameter for each property of an object,
/// or a parameter `value` for any other input. Parameters follow a semicolon; those of the last segment may also be the query.
public struct Links: Sendable {
  /// The most screens in a link.
  private static let deepest = 100
  /// The most segments in the path of a route.
  private static let longestPath = 20
  /// The most bytes in a link. A longer link is refused before it is parsed.
  private static let longest = 1 << 20
  /// The most parameters of one screen, which are searched linearly.
  private static let mostParameters = 1_000
  /// The paths, by the route's name. They hold no modules, so that links keep no builders alive.
  private let paths: [String: LinkPattern]
  private let byFirst: [String: [LinkPattern]]

  /// - Throws: ``RouteError/invalid(_:)`` when a route has no name, or its path cannot be read, overlaps another, or names a
  ///   parameter that its input does not have.
  init(_ routes: some Sequence<any UntypedRoute>) throws(RouteError) {
    var all: [LinkPattern] = []
    for route in routes.sorted(by: { $0.name < $1.name }) { all.append(try LinkPattern(route)) }
    byFirst = Dictionary(grouping: all, by: \.first)
    for group in byFirst.values {
      for (index, path) in group.enumerated() {
        guard let other = group.dropFirst(index + 1).first(where: path.overlaps) else { continue }
        throw .invalid(
          .link,
          "a link could match the paths of both '\(path.route.name)' and '\(other.route.name)': '\(path.text)', "
            + "'\(other.text)'; change one")
      }
    }
    paths = Dictionary(uniqueKeysWithValues: all.map { ($0.route.name, $0) })
  }

  /// The stack of screens that a link names. Ignores scheme, host and fragment; reads each input as its type requires.
  ///
  /// - Throws: ``RouteError/unknown(_:nearest:)`` for a segment without a module; ``RouteError/invalid(_:)``, with the part's
  ///   name, for a part that cannot be read.
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
          throw .invalid(.link, "the path of '\(first.name)' is '\(path)'; use that")
        }
        throw .unknown(first.name, among: Set(paths.keys).union(byFirst.keys))
      }
      let names = rest.prefix(Self.longestPath).map(\.name)
      guard let (path, pairs) = candidates.lazy.compactMap({ path in path.match(names).map { (path, $0) } }).first
      else {
        let help = candidates.map { "'\($0.text)'" }.joined(separator: ", ")
        throw .invalid(.link, "the link is incomplete after '\(first.name.prefix(80))'; write \(help)")
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
  /// - Throws: ``RouteError/unknown(_:nearest:)`` for a route without a module; ``RouteError/invalid(_:)`` for an input that
  ///   exists in memory only, that its route cannot read, or that has no text for a parameter in the route's path, and for a
  ///   link of more than a megabyte.
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
    .invalid(
      .link,
      "the link has more than \(longest) bytes; keep its inputs in a store and link to their ids: \(link.prefix(80))")
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
