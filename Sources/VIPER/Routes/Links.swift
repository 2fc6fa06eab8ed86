/// Links over typed routes: `/search/results;value=cats`. A stack is a path; a segment is a route's name and its input as the
/// parameter `value`, behind a semicolon or, for the last, as the query.
public struct Links: Sendable {
  let modules: [String: Module]

  /// The stack a link names; scheme and host are ignored. Inputs are read as their types ask.
  ///
  /// - Throws: ``RouteError/unknown(_:nearest:)`` for a segment no module is built for; ``RouteError/invalid(_:)``, naming the
  ///   part, for what cannot be read.
  public func parse(_ link: String) throws(RouteError) -> [Destination] {
    let (path, query) = Self.split(link)
    let segments = path.split(separator: "/").map(String.init)
    guard !segments.isEmpty else { throw .invalid("the link '\(link.prefix(80))' names no screen") }
    var stack: [Destination] = []
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      stack.append(try destination(segment, query: isLast ? query : nil))
    }
    return stack
  }

  private static func split(_ link: String) -> (path: String, query: String?) {
    var rest = Substring(link)
    if let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...]
      rest = rest[(rest.firstIndex(of: "/") ?? rest.endIndex)...]
    }
    rest = rest.prefix { $0 != "#" }
    guard let mark = rest.firstIndex(of: "?") else { return (String(rest), nil) }
    return (String(rest[..<mark]), String(rest[rest.index(after: mark)...]))
  }

  private func destination(_ segment: String, query: String?) throws(RouteError) -> Destination {
    var parts = segment.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    let name = try Self.decoded(parts.removeFirst())
    guard let module = modules[name] else {
      throw .unknown(String(name.prefix(80)), nearest: NearMiss.nearest(to: name, in: modules.keys.sorted()))
    }
    let pairs = parts + (query.map { $0.split(separator: "&").map(String.init) } ?? [])
    let parameters = try Self.parameters(pairs, of: name)
    if let stranger = parameters.keys.sorted().first(where: { $0 != "value" }) {
      throw .invalid("'\(name)' has no parameter '\(stranger)'; its input is 'value'")
    }
    return Destination(route: name, input: try module.written(parameters["value"]))
  }

  private static func parameters(_ pairs: [String], of route: String) throws(RouteError) -> [String: String] {
    var parameters: [String: String] = [:]
    for pair in pairs {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let key = try decoded(sides[0]), value = try decoded(sides.count > 1 ? sides[1] : "")
      if parameters.updateValue(value, forKey: key) != nil {
        throw .invalid("the link gives '\(key)' of '\(route)' twice; give it once")
      }
    }
    return parameters
  }

  private static func decoded(_ text: String) throws(RouteError) -> String {
    guard let decoded = text.removingPercentEncoding else {
      throw .invalid("'\(text.prefix(80))' is not percent-encoded text")
    }
    return decoded
  }
}
