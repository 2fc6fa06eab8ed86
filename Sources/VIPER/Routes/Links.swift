import Foundation

/// Links over typed routes, both ways: `/search/results;value=cats/details?usrid=123&page=2`.
///
/// A stack is a path. A segment is a route's name and its input: a parameter for each property of an object, or one called
/// `value` for anything else. Parameters follow a semicolon; those of the last segment may be the query.
public struct Links: Sendable {
  /// More screens than anybody opens by a link.
  static let deepest = 100
  /// More bytes than any link has: what is longer is refused before it is looked at.
  static let longest = 1 << 20
  /// How the input of each route appears in a link. No more of a module: who keeps links keeps nothing that builds.
  private let inputs: [String: LinkInput]

  init(_ inputs: [String: LinkInput]) { self.inputs = inputs }

  /// The stack a link names; scheme, host and fragment are ignored. Inputs are read as their types ask.
  ///
  /// - Throws: ``RouteError/unknown(_:nearest:)`` for a segment no module is built for; ``RouteError/invalid(_:)``, naming the
  ///   part, for what cannot be read.
  public func parse(_ link: String) throws(RouteError) -> [Destination] {
    guard link.utf8.count <= Self.longest else { throw Self.tooLong(link.prefix(80)) }
    let (path, query) = Self.split(link)
    let segments = path.split(separator: "/", maxSplits: Self.deepest)
    guard !segments.isEmpty else { throw .invalid(.link("the link '\(link.prefix(80))' names no screen")) }
    guard segments.count <= Self.deepest else { throw Self.tooDeep }
    var stack: [Destination] = []
    for (index, segment) in segments.enumerated() {
      stack.append(try destination(segment, query: index == segments.count - 1 ? query : nil))
    }
    return stack
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
      let parameters = try input(of: destination.route).write(destination.input)
      let pairs = parameters.pairs.map { Self.encoded($0.name) + "=" + Self.encoded($0.text) }
      link += "/" + Self.encoded(destination.route)
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

  private func destination(_ segment: Substring, query: Substring?) throws(RouteError) -> Destination {
    var parts = segment.split(separator: ";", omittingEmptySubsequences: false)
    let name = try Self.decoded(parts.removeFirst())
    let input = try input(of: name)
    let pairs = parts + (query?.split(separator: "&") ?? [])
    return Destination(route: name, input: try input.read(try Self.parameters(pairs, of: name)))
  }

  /// How many parameters one screen may have: they are looked for one after the other.
  private static var parameterLimit: Int { 1000 }

  private static func parameters(_ pairs: [Substring], of route: String) throws(RouteError) -> LinkParameters {
    guard pairs.count <= parameterLimit else {
      throw .invalid(.link("the link gives \(pairs.count) parameters of '\(route)'; give it \(parameterLimit) at most"))
    }
    var parameters = LinkParameters([]), names: Set<String> = []
    for pair in pairs where !pair.isEmpty {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try decoded(sides[0]), text = try decoded(sides.count > 1 ? sides[1] : "")
      guard names.insert(name).inserted else {
        throw .invalid(.link("the link gives '\(name.prefix(80))' of '\(route)' twice; give it once"))
      }
      parameters.pairs.append((name, text))
    }
    return parameters
  }

  /// Text whose `%41` are bytes. By hand: Foundation takes a byte order mark away from the front.
  private static func decoded(_ text: Substring) throws(RouteError) -> String {
    var bytes: [UInt8] = [], rest = text.utf8[...]
    bytes.reserveCapacity(rest.count)
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        bytes.append(byte)
      } else if let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit) {
        bytes.append(high << 4 | low)
      } else {
        throw notEncoded(text)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { throw notEncoded(text) }
    return decoded
  }

  private static func notEncoded(_ text: Substring) -> RouteError {
    .invalid(.link("'\(text.prefix(80))' is not percent-encoded text"))
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }

  /// Everything but letters, digits and `-._~` is written as bytes.
  static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
