/// The path of a route in links: its name, or a pattern, `users/:id`.
struct LinkPattern: Sendable {
  private enum Part: Hashable, Sendable { case text(String), parameter(String) }

  let route: String
  private let parts: [Part]

  /// - Parameter path: nil for the name.
  init(_ path: String?, of route: String) throws(RouteError) {
    self.route = route
    guard let path else {
      parts = [.text(route)]
      return
    }
    let texts = path.split(separator: "/")
    parts = texts.map { $0.hasPrefix(":") ? .parameter(String($0.dropFirst())) : .text(String($0)) }
    guard let first = texts.first, !first.hasPrefix(":") else {
      throw .invalid(.link("the path '\(path)' of '\(route)' has to begin with a word"))
    }
    let names = names
    guard Set(names).count == names.count, !names.contains("") else {
      throw .invalid(.link("the path '\(path)' of '\(route)' needs a name after each colon, and each name once"))
    }
  }

  /// How many segments of a link it takes.
  var count: Int { parts.count }

  /// The names of its parameters.
  var names: [String] { parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } } }

  /// The word it begins with.
  var first: String { if case .text(let text)? = parts.first { text } else { route } }

  /// As it is declared: `users/:id`.
  var text: String {
    parts.map { if case .parameter(let name) = $0 { ":" + name } else { plain($0) } }.joined(separator: "/")
  }

  private func plain(_ part: Part) -> String { if case .text(let text) = part { text } else { "" } }

  /// Whether a link could mean both.
  func canBeTaken(for other: LinkPattern) -> Bool {
    zip(parts, other.parts).allSatisfy { first, second in
      if case .text = first, case .text = second { first == second } else { true }
    }
  }

  /// The parameters of segments that fit; nil if they do not.
  func match(_ segments: ArraySlice<String>) -> [(name: String, text: String)]? {
    guard segments.count >= parts.count else { return nil }
    var pairs: [(name: String, text: String)] = []
    for (part, segment) in zip(parts, segments) {
      switch part {
      case .text(let text): guard text == segment else { return nil }
      case .parameter(let name): pairs.append((name, segment))
      }
    }
    return pairs
  }

  /// The path with the parameters, which are taken out of `pairs`.
  func print(_ pairs: inout [(name: String, text: String)]) throws(RouteError) -> String {
    var link = ""
    for part in parts {
      switch part {
      case .text(let text): link += "/" + PercentEncoding.encoded(text)
      case .parameter(let name):
        guard let index = pairs.firstIndex(where: { $0.name == name }), !pairs[index].text.isEmpty else {
          throw .invalid(
            .link("the path '\(text)' of '\(route)' needs the parameter '\(name)', and the input has none"))
        }
        link += "/" + PercentEncoding.encoded(pairs.remove(at: index).text)
      }
    }
    return link
  }
}
