/// The links from outside that an app accepts: its addresses, and the parameters that no screen has. A path alone, such as
/// `/books/42`, is always accepted.
///
///     let rules = LinkRules(
///       hosts: ["books.example.com"], schemes: ["mybooks"])
///
/// `https://books.example.com/books/42` and `mybooks://books/42` then open what `/books/42` opens.
public struct LinkRules: Sendable {
  /// The hosts of universal links, over `https` or `http`, each with its port if that is part of the link.
  public var hosts: Set<String>
  /// The custom schemes. What would be the host names the first screen: `mybooks://books/42`.
  public var schemes: Set<String>
  /// Whether a parameter that no screen of the link has is an error, instead of ignored.
  public var refusesUnknownParameters: Bool

  /// Rules for links. Without arguments, only paths are accepted, and unknown parameters are ignored.
  public init(hosts: Set<String> = [], schemes: Set<String> = [], refusesUnknownParameters: Bool = false) {
    self.hosts = hosts
    self.schemes = schemes
    self.refusesUnknownParameters = refusesUnknownParameters
  }

  /// The path, the query and the fragment of a link with an address of this app, or without one.
  func path(of link: String) throws(RouteError) -> Substring {
    // A scheme ends before anything that belongs to the path.
    guard let colon = link.firstIndex(where: { ":/?#;".contains($0) }), link[colon] == ":" else { return link[...] }
    let scheme = link[..<colon].lowercased()
    var rest = link[colon...].dropFirst()
    let hasHost = rest.hasPrefix("//")
    if hasHost { rest = rest.dropFirst(2) }
    if schemes.contains(where: { $0.lowercased() == scheme }) { return rest }
    guard hasHost, scheme == "https" || scheme == "http" else { throw Self.foreign("scheme", scheme, schemes) }
    let host = rest.prefix { !"/?#".contains($0) }
    guard hosts.contains(where: { $0.lowercased() == host.lowercased() }) else {
      throw Self.foreign("host", String(host), hosts)
    }
    return rest[host.endIndex...]
  }

  private static func foreign(_ part: String, _ name: String, _ own: Set<String>) -> RouteError {
    let all = own.sorted().map { "'\($0)'" }.joined(separator: ", ")
    return .invalid(
      .link,
      "the link's \(part) '\(name.prefix(80))' is not one of this app's (\(own.isEmpty ? "it has none" : all)); add it to the "
        + "navigator's `links:`, or open the path alone")
  }
}
