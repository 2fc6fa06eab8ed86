/// The path of a route in links: its name, or a pattern, `users/:id`.
struct LinkPattern: Sendable {
  let route: any UntypedRoute
  private let parts: [(text: String, isParameter: Bool)]

  init(_ route: any UntypedRoute) throws(RouteError) {
    self.route = route
    let name = route.name
    guard !name.isEmpty else {
      throw .invalid(.link, "a route has no name; give it one, because links, traces and saved trees use it")
    }
    guard let path = route.path else {
      parts = [(name, false)]
      return
    }
    parts = path.split(separator: "/").map { $0.hasPrefix(":") ? (String($0.dropFirst()), true) : (String($0), false) }
    guard parts.first?.isParameter == false else {
      throw .invalid(.link, "the path '\(path)' of '\(name)' has to begin with a word, not a parameter")
    }
    let names = parts.filter(\.isParameter).map(\.text)
    guard Set(names).count == names.count, !names.contains("") else {
      throw .invalid(.link, "the path '\(path)' of '\(name)' needs a name after each colon, and each name once")
    }
    if let missing = route.missing(names) {
      throw .invalid(.link, "the path '\(text)' of '\(name)' names '\(missing)', and its input has no such property")
    }
  }

  var count: Int { parts.count }

  var first: String { parts[0].text }

  /// The path as declared: `users/:id`.
  var text: String { parts.map { $0.isParameter ? ":" + $0.text : $0.text }.joined(separator: "/") }

  /// Equal for paths that match the same links, and in the order in which they are tried: at the first difference, a word comes
  /// before the end of the path, and that before a parameter.
  var shape: [String] { parts.map { $0.isParameter ? "2" : "0" + $0.text } + ["1"] }

  /// The texts of the parameters by their names in the path; nil if the segments do not match.
  func match(_ segments: some Collection<String>) -> [(name: String, text: String)]? {
    guard segments.count >= parts.count else { return nil }
    var pairs: [(name: String, text: String)] = []
    for (part, segment) in zip(parts, segments) {
      if part.isParameter { pairs.append((part.text, segment)) } else if part.text != segment { return nil }
    }
    return pairs
  }

  /// The word that follows these segments in the path, if the path begins with them.
  func word(after segments: [String]) -> String? {
    guard let next = parts.dropFirst(segments.count).first, !next.isParameter,
      zip(parts, segments).allSatisfy({ $0.isParameter || $0.text == $1 })
    else { return nil }
    return next.text
  }

  /// The parameters under the names of the input: one that is a single value has one parameter, whatever its name in the path.
  func names(_ pairs: [(name: String, text: String)]) -> [(name: String, text: String)] {
    pairs.map { pair in
      (parts.contains { $0.isParameter && $0.text == pair.name } ? parameter(pair.name) : pair.name, pair.text)
    }
  }

  /// The path filled with its parameters, which are removed from `pairs`.
  func print(_ pairs: inout [(name: String, text: String)]) throws(RouteError) -> String {
    var link = ""
    for part in parts {
      guard part.isParameter else {
        link += "/" + PercentEncoding.encoded(part.text)
        continue
      }
      let name = parameter(part.text)
      let index = pairs.firstIndex { $0.name == name }
      guard let index, !pairs[index].text.isEmpty else {
        let problem = index == nil ? "the input has none" : "the input's text is empty"
        throw .invalid(
          .link,
          "the path '\(text)' of '\(route.name)' needs the parameter '\(part.text)', and \(problem); fill it, or take "
            + "':\(part.text)' out of the path")
      }
      link += "/" + PercentEncoding.encoded(pairs.remove(at: index).text)
    }
    return link
  }

  private func parameter(_ name: String) -> String { route.isSingle ? LinkParameters.single : name }
}
