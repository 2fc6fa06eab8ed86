import Foundation

/// Links over typed routes, both ways: `/search/results;value=cats/details?usrid=123&page=2`.
///
/// A stack is a path. A segment is a route's name and its input: a parameter for each property of an object, or one called
/// `value` for anything else. Parameters follow a semicolon; those of the last segment may be the query.
public struct Links: Sendable {
  /// More screens than anybody opens by a link.
  static let deepest = 100
  /// More segments than the path of any route has.
  private static let longestPath = 20
  /// More bytes than any link has: what is longer is refused before it is looked at.
  static let longest = 1 << 20
  /// How the input of each route appears in a link. No more of a module: who keeps links keeps nothing that builds.
  private let inputs: [String: LinkInput]
  /// The path of each route.
  private let patterns: [String: LinkPattern]
  /// The paths by the word they begin with.
  private let byFirst: [String: [LinkPattern]]

  /// - Throws: ``RouteError/invalid(_:)`` when a path cannot be read, can be taken for another, or names a parameter that its
  ///   input has not.
  init(_ inputs: [String: LinkInput]) throws(RouteError) {
    self.inputs = inputs
    var all: [LinkPattern] = []
    for (route, input) in inputs.sorted(by: { $0.key < $1.key }) {
      let pattern = try LinkPattern(input.path, of: route)
      if let name = input.missing(pattern.names) {
        throw .invalid(
          .link("the path '\(pattern.text)' of '\(route)' names '\(name)', and its input has no such property"))
      }
      all.append(pattern)
    }
    byFirst = Dictionary(grouping: all, by: \.first)
    for group in byFirst.values {
      for (index, pattern) in group.enumerated() {
        guard let other = group.dropFirst(index + 1).first(where: pattern.canBeTaken) else { continue }
        throw .invalid(
          .link(
            "the paths of '\(pattern.route)' and '\(other.route)' can be taken for each other: '\(pattern.text)', "
              + "'\(other.text)'; change one"))
      }
    }
    patterns = Dictionary(uniqueKeysWithValues: all.map { ($0.route, $0) })
  }

  /// The stack a link names; scheme, host and fragment are ignored. Inputs are read as their types ask.
  ///
  /// - Throws: ``RouteError/unknown(_:nearest:)`` for a segment no module is built for; ``RouteError/invalid(_:)``, naming the
  ///   part, for what cannot be read.
  public func parse(_ link: String) throws(RouteError) -> [Destination] {
    guard link.utf8.count <= Self.longest else { throw Self.tooLong(link.prefix(80)) }
    let (path, query) = Self.split(link)
    let segments = path.split(separator: "/", maxSplits: Self.deepest * Self.longestPath)
    guard !segments.isEmpty else { throw .invalid(.link("the link '\(link.prefix(80))' names no screen")) }
    var rest = try segments.map { segment throws(RouteError) in try Segment(segment) }[...], stack: [Destination] = []
    while let first = rest.first {
      guard stack.count < Self.deepest else { throw Self.tooDeep }
      guard let paths = byFirst[first.name] else {
        if let path = patterns[first.name]?.text {
          throw .invalid(.link("the path of '\(first.name)' is '\(path)'; write that"))
        }
        throw .unknown(first.name, among: Set(inputs.keys).union(byFirst.keys))
      }
      let names = rest.prefix(Self.longestPath).map(\.name)[...]
      guard let (pattern, pairs) = paths.lazy.compactMap({ path in path.match(names).map { (path, $0) } }).first else {
        let help = paths.map { "'\($0.text)'" }.joined(separator: ", ")
        throw .invalid(.link("the link has too little after '\(first.name.prefix(80))'; it is written as \(help)"))
      }
      let taken = rest.prefix(pattern.count)
      rest = rest.dropFirst(pattern.count)
      if let early = taken.dropLast().first(where: { !$0.parameters.isEmpty }) {
        throw .invalid(.link("parameters follow the whole path '\(pattern.text)', not '\(early.name.prefix(80))'"))
      }
      let parameters = (taken.last?.parameters ?? []) + (rest.isEmpty ? query?.split(separator: "&") ?? [] : [])
      stack.append(try destination(pattern.route, pairs, parameters))
    }
    return stack
  }

  /// A segment of a path with its parameters.
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
    guard !stack.isEmpty else { throw .invalid(.link("a link needs at least one screen, and the stack is empty")) }
    guard stack.count <= Self.deepest else { throw Self.tooDeep }
    var link = ""
    for (index, destination) in stack.enumerated() {
      let isLast = index == stack.count - 1
      let input = try input(of: destination.route)
      var parameters = try input.write(destination.input).pairs
      guard let pattern = patterns[destination.route] else { throw .unknown(destination.route, among: inputs.keys) }
      if input.isSingle, let name = pattern.names.first,
        let index = parameters.firstIndex(where: { $0.name == "value" })
      {
        parameters[index].name = name
      }
      link += try pattern.print(&parameters)
      let pairs = parameters.map { PercentEncoding.encoded($0.name) + "=" + PercentEncoding.encoded($0.text) }
      if !pairs.isEmpty { link += (isLast ? "?" : ";") + pairs.joined(separator: isLast ? "&" : ";") }
    }
    guard link.utf8.count <= Self.longest else { throw Self.tooLong(link.prefix(80)) }
    return link
  }

  private static func tooLong(_ beginning: Substring) -> RouteError {
    .invalid(.link("the link has more than \(longest) bytes; keep what it names elsewhere: \(beginning)"))
  }

  private static var tooDeep: RouteError {
    .invalid(.link("the link names more than \(deepest) screens; leave some out"))
  }

  private func input(of route: String) throws(RouteError) -> LinkInput {
    guard let input = inputs[route] else { throw .unknown(route, among: inputs.keys) }
    return input
  }

  private static func split(_ link: String) -> (path: Substring, query: Substring?) {
    var rest = link.prefix { $0 != "#" }
    // A scheme ends before any `/`, `?` or `;` that belongs to the path.
    if let colon = rest.firstIndex(where: { ":/?;".contains($0) }), rest[colon...].hasPrefix(":/") {
      rest = rest[rest.index(after: colon)...]
      if rest.hasPrefix("//") {
        rest = rest.dropFirst(2)
        rest = rest[(rest.firstIndex { "/?".contains($0) } ?? rest.endIndex)...]
      }
    }
    guard let mark = rest.firstIndex(of: "?") else { return (rest, nil) }
    return (rest[..<mark], rest[rest.index(after: mark)...])
  }

  private func destination(
    _ route: String, _ inPath: [(name: String, text: String)], _ pairs: [Substring]
  ) throws(RouteError) -> Destination {
    let input = try input(of: route), inPath = input.isSingle ? inPath.map { (LinkParameters.single, $0.text) } : inPath
    return Destination(route: route, input: try input.read(try Self.parameters(inPath, pairs, of: route)))
  }

  /// How many parameters one screen may have: they are looked for one after the other.
  private static var parameterLimit: Int { 1000 }

  private static func parameters(
    _ inPath: [(name: String, text: String)], _ pairs: [Substring], of route: String
  ) throws(RouteError) -> LinkParameters {
    guard pairs.count <= parameterLimit else {
      throw .invalid(.link("the link gives \(pairs.count) parameters of '\(route)'; give it \(parameterLimit) at most"))
    }
    var parameters = LinkParameters(inPath), names = Set(inPath.map(\.name))
    for pair in pairs where !pair.isEmpty {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try PercentEncoding.decoded(sides[0]),
        text = try PercentEncoding.decoded(sides.count > 1 ? sides[1] : "")
      guard names.insert(name).inserted else {
        throw .invalid(.link("the link gives '\(name.prefix(80))' of '\(route)' twice; give it once"))
      }
      parameters.pairs.append((name, text))
    }
    return parameters
  }
}
