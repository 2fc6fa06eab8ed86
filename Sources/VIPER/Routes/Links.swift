public import Foundation

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
  /// The paths by their first word, the most specific first.
  private let byFirst: [String: [LinkPattern]]
  private var rules: LinkRules

  /// - Throws: ``RouteError/invalid(_:)`` when a route has no name, its path cannot be read, matches the same links as another,
  ///   or names a parameter that its input does not have, or when a route is below itself.
  init(_ routes: some Sequence<any UntypedRoute>, _ rules: LinkRules) throws(RouteError) {
    var all: [LinkPattern] = []
    for route in routes.sorted(by: { $0.name < $1.name }) { all.append(try LinkPattern(route)) }
    all.sort { $0.shape.lexicographicallyPrecedes($1.shape) }
    for (path, next) in zip(all, all.dropFirst()) where path.shape == next.shape {
      throw .invalid(
        .link,
        "a link could match the paths of both '\(path.route.name)' and '\(next.route.name)': '\(path.text)', "
          + "'\(next.text)'; change one")
    }
    byFirst = Dictionary(grouping: all, by: \.first)
    paths = Dictionary(uniqueKeysWithValues: all.map { ($0.route.name, $0) })
    self.rules = rules
    for path in all { _ = try parents(of: path) }
  }

  /// The stack of screens that a link names. Ignores the fragment; reads each input as its type requires.
  ///
  /// If a link can be read in several ways, a word of a path comes before a parameter: beside `books/:id`, the link `/books/new`
  /// names `new` if there is such a screen, or a path `books/new`.
  ///
  /// - Throws: ``RouteError/unknown(_:nearest:)`` for a segment without a module; ``RouteError/invalid(_:)``, with the part's
  ///   name, for an address that is not the app's, and for a part that cannot be read.
  public func parse(_ link: String) throws(RouteError) -> [Destination] {
    let reading = try read(link)
    return Array(reading.stack.dropFirst(reading.belowCount))
  }

  /// The parameters of a link that none of its screens has, such as `utm_source`, in their order.
  ///
  /// - Throws: as ``parse(_:)`` does.
  public func unknownParameters(of link: String) throws(RouteError) -> [URLQueryItem] { try read(link).unknown }

  /// A link that was read.
  struct Reading {
    var stack: [Destination] = []
    /// The number of screens below those that the link names, which ``Route/linked(on:)`` declares.
    var belowCount = 0
    var unknown: [URLQueryItem] = []
  }

  func read(_ link: String) throws(RouteError) -> Reading {
    guard link.utf8.count <= Self.longest else { throw Self.tooLong(link) }
    let path = try rules.path(of: link).prefix { $0 != "#" }, mark = path.firstIndex(of: "?") ?? path.endIndex
    let texts = path[..<mark].split(separator: "/", maxSplits: Self.deepest * Self.longestPath)
    var segments: [Segment] = [], reading = Reading()
    for text in texts { segments.append(try Segment(text)) }
    guard let last = segments.indices.last else {
      throw .invalid(.link, "the link '\(link.prefix(80))' names no screen")
    }
    segments[last].parameters += path[mark...].dropFirst().split(separator: "&")
    for path in try paths(of: segments) {
      let pairs = try pairs(of: segments[..<path.count], path), isFirst = reading.stack.isEmpty
      segments.removeFirst(path.count)
      var unknown = pairs, known: Set<String> = []
      for screen in isFirst ? try parents(of: path) + [path] : [path] {
        let names = screen.names(pairs), isOther = screen.route.name != path.route.name && !screen.route.isSingle
        // A `value` belongs to the screen that the link names, unless the one below takes a single value, too.
        let taken = isOther ? names.filter { $0.name != LinkParameters.single } : names
        let input = try screen.route.read(LinkParameters(pairs: taken))
        for (pair, parameter) in zip(pairs, names) where input.known.contains(parameter.name) {
          unknown.removeAll { $0.name == pair.name }
          guard names.count(where: { $0.name == parameter.name }) > 1 else { continue }
          throw .invalid(
            .link, "the link gives '\(pair.name.prefix(80))' of '\(screen.route.name)' twice; give it once")
        }
        known.formUnion(input.known)
        reading.stack.append(Destination(route: screen.route.name, input: input.json))
      }
      if isFirst { reading.belowCount = reading.stack.count - 1 }
      if rules.refusesUnknownParameters, let name = unknown.first?.name {
        throw .unknownParameter(name, of: path.route.name, known: known)
      }
      reading.unknown += unknown.map { URLQueryItem(name: $0.name, value: $0.text) }
    }
    return reading
  }

  /// The paths of the screens below a screen in a link from outside, the lowest first.
  private func parents(of path: LinkPattern) throws(RouteError) -> [LinkPattern] {
    var parents: [LinkPattern] = [], next = path.route.parent
    while let name = next {
      guard parents.count < paths.count else {
        throw .invalid(.link, "'\(path.route.name)' is linked on itself, through '\(name)'; take one `linked(on:)` out")
      }
      guard let parent = paths[name] else { throw .unknown(name, among: paths.keys) }
      parents.insert(parent, at: 0)
      next = parent.route.parent
    }
    return parents
  }

  /// The paths that the segments match, one after the other, the most specific first.
  private func paths(of segments: [Segment]) throws(RouteError) -> [LinkPattern] {
    var problems: [Int: RouteError] = [:]
    /// The paths from a segment on, which follows the one of `below`; nil if there are none, with a problem.
    func paths(from start: Int, on below: LinkPattern?, _ depth: Int) -> [LinkPattern]? {
      if start == segments.count { return [] }
      if problems[start] != nil { return nil }
      let rest = segments[start...].prefix(Self.longestPath), names = rest.map(\.name)
      // Parameters end a path.
      let whole = rest.prefix { $0.parameters.isEmpty }.count + 1
      for path in byFirst[names[0]] ?? [] where depth < Self.deepest && path.count <= whole && path.match(names) != nil
      {
        if let others = paths(from: start + path.count, on: path, depth + 1) { return [path] + others }
      }
      let own = segments[(start - (below?.count ?? 0))..<start]
      problems[start] = depth < Self.deepest ? problem(at: rest, on: below, own) : Self.tooDeep
      return nil
    }
    if let paths = paths(from: 0, on: nil, 0) { return paths }
    // The reading that came farthest.
    throw problems.max { $0.key < $1.key }?.value ?? Self.tooDeep
  }

  /// The reason why no path begins here, after the segments of another path.
  private func problem(
    at rest: ArraySlice<Segment>, on below: LinkPattern?, _ own: ArraySlice<Segment>
  ) -> RouteError {
    let first = rest.first?.name ?? ""
    guard let candidates = byFirst[first] else {
      if let path = paths[first]?.text { return .invalid(.link, "the path of '\(first)' is '\(path)'; use that") }
      let longer = byFirst[below?.first ?? ""]?.compactMap { $0.word(after: own.map(\.name)) } ?? []
      let unknown = RouteError.unknown(first, among: Set(paths.keys).union(byFirst.keys).union(longer))
      guard case .unknown(let name, nil) = unknown, let below else { return unknown }
      // The segment may be meant as the input of the screen below.
      do throws(RouteError) { _ = try below.route.read(LinkParameters(pairs: pairs(of: own, below))) } catch {
        return .invalid(.link, "there is no module for '\(name)', and \(error)")
      }
      return unknown
    }
    if let path = candidates.first(where: { $0.match(rest.map(\.name)) != nil }),
      let early = rest.prefix(path.count - 1).first(where: { !$0.parameters.isEmpty })
    {
      return .invalid(.link, "parameters follow the whole path '\(path.text)', not '\(early.name.prefix(80))'")
    }
    let help = candidates.map { "'\($0.text)'" }.joined(separator: ", ")
    return .invalid(.link, "the link is incomplete after '\(first.prefix(80))'; write \(help)")
  }

  private struct Segment {
    let name: String
    var parameters: [Substring]

    init(_ text: Substring) throws(RouteError) {
      var parts = text.split(separator: ";", omittingEmptySubsequences: false)
      name = try PercentEncoding.decoded(parts.removeFirst())
      parameters = parts
    }
  }

  /// The link of a stack: `parse(print(stack)) == stack` for every stack of ``Route/destination(with:)``.
  ///
  /// - Throws: ``RouteError/unknown(_:nearest:)`` for a route without a module; ``RouteError/invalid(_:)`` for an input that
  ///   exists in memory only, that its route cannot read, or that has no text for a parameter in the route's path, for a stack
  ///   whose link would be read as other screens, and for a link of more than a megabyte.
  public func print(_ stack: [Destination]) throws(RouteError) -> String {
    guard !stack.isEmpty else { throw .invalid(.link, "a link needs at least one screen, and the stack is empty") }
    guard stack.count <= Self.deepest else { throw Self.tooDeep }
    // In the second link, a semicolon ends each path that could be read as the beginning of a longer one.
    var plain = "", ended = ""
    for (index, destination) in stack.enumerated() {
      guard let path = paths[destination.route] else { throw .unknown(destination.route, among: paths.keys) }
      var pairs = try path.route.write(destination.input).pairs
      let text = try path.print(&pairs), isLast = index == stack.count - 1
      let texts = pairs.map { PercentEncoding.encoded($0.name) + "=" + PercentEncoding.encoded($0.text) }
      let parameters = texts.isEmpty ? "" : (isLast ? "?" : ";") + texts.joined(separator: isLast ? "&" : ";")
      plain += text + parameters
      ended += text + (isLast || !texts.isEmpty ? parameters : ";")
    }
    guard plain.utf8.count <= Self.longest else { throw Self.tooLong(plain) }
    for link in [plain, ended] where (try? parse(link)) == stack { return link }
    throw .invalid(
      .link,
      "the link '\(plain.prefix(80))' names other screens, because a word in a path comes before a parameter; change a path"
    )
  }

  private static func tooLong(_ link: String) -> RouteError {
    .invalid(
      .link,
      "the link has more than \(longest) bytes; keep its inputs in a store and link to their ids: \(link.prefix(80))")
  }

  private static var tooDeep: RouteError {
    .invalid(.link, "the link names more than \(deepest) screens; leave some out")
  }

  /// The parameters of a screen: those in its path, and those after it.
  private func pairs(
    of segments: ArraySlice<Segment>, _ path: LinkPattern
  ) throws(RouteError) -> [(name: String, text: String)] {
    let texts = segments.last?.parameters ?? [], most = Self.mostParameters
    guard texts.count <= most else {
      let route = path.route.name
      throw .invalid(.link, "the link gives \(texts.count) parameters of '\(route)'; give it \(most) at most")
    }
    var pairs = path.match(segments.map(\.name)) ?? []
    for text in texts where !text.isEmpty {
      let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      pairs.append((try PercentEncoding.decoded(sides[0]), try PercentEncoding.decoded(sides.dropFirst().first ?? "")))
    }
    return pairs
  }
}
