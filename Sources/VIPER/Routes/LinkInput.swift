import Foundation

/// How a route's input appears in a link: read as its type asks, written so that it is read as the same.
struct LinkInput: Sendable {
  /// The parameters of a link as the route writes its input.
  let read: @Sendable (LinkParameters) throws(RouteError) -> String?
  /// An input as parameters.
  let write: @Sendable (String?) throws(RouteError) -> LinkParameters

  /// The path of the route, if that is not its name.
  let path: String?
  /// Whether it is one value, not an object with properties.
  let isSingle: Bool
  /// Of some names the first that is no parameter of the input.
  let missing: @Sendable ([String]) -> String?

  init<Input, Output>(_ described: Route<Input, Output>) {
    let coding = described.coding, route = described.name
    path = described.path
    isSingle = Self.isSingle(Input.self)
    missing = { names in Self.missing(names, in: Input.self) }
    let read: @Sendable (LinkParameters) throws(RouteError) -> String? = { parameters throws(RouteError) in
      try Self.text(parameters, coding, route)
    }
    self.read = read
    write = { text throws(RouteError) in
      let input = try coding.read(text, route)
      guard let json = try coding.write(input, route) else { return LinkParameters([]) }
      var ways: [LinkParameters] = []
      if let members = try? LinkParameters(members: json) { ways.append(members) }
      if let string = try? JSONDecoder().decode(String.self, from: Data(json.utf8)) {
        ways.append(LinkParameters([(LinkParameters.single, string)]))
      }
      ways.append(LinkParameters([(LinkParameters.single, json)]))
      // The one that comes back the same; the plain JSON always does, unless the type is written otherwise than it is read.
      if let way = ways.first(where: { (try? read($0)) == json }) { return way }
      let raw = LinkParameters([(LinkParameters.raw, json)])
      guard (try? read(raw)) == json else {
        throw .invalid(
          .link(
            "the input of \(route) is not read as it is written, so it cannot be linked to: \(json.prefix(80))"))
      }
      return raw
    }
  }

  private static func isSingle<Input>(_ type: Input.Type) -> Bool {
    guard let type = type as? any Decodable.Type else { return false }
    do { _ = try type.init(from: LinkDecoder(LinkParameters([]))) } catch { return error is LinkShapeError }
    return false
  }

  /// Decodes the input from made-up text, to see which parameters it asks for. Where that cannot be read, the rest is unknown.
  private static func missing<Input>(_ names: [String], in type: Input.Type) -> String? {
    guard let type = type as? any Decodable.Type else { return names.first }
    if isSingle(Input.self) { return names.dropFirst().first }
    var parameters = LinkParameters(names.map { ($0, "1") })
    while true {
      let decoder = LinkDecoder(parameters)
      do {
        _ = try type.init(from: decoder)
        return names.first { !decoder.asked.contains($0) }
      } catch LinkParameterError.missing(let name, _) {
        parameters.pairs.append((name, "1"))
      } catch { return nil }
    }
  }

  private static func text<Input>(
    _ parameters: LinkParameters, _ coding: InputCoding<Input>, _ route: String
  ) throws(RouteError) -> String? {
    guard let type = Input.self as? any Decodable.Type else {
      // A route that takes nothing, or whose input lives in memory only.
      let input = try coding.read(parameters[LinkParameters.single] ?? parameters.pairs.first?.text, route)
      return try coding.write(input, route)
    }
    if let json = parameters[LinkParameters.raw], parameters.pairs.count == 1,
      let input = try? coding.read(json, route)
    {
      return try coding.write(input, route)
    }
    return try coding.write(try typed(parameters, as: type, coding, route), route)
  }

  private static func typed<Input>(
    _ parameters: LinkParameters, as type: any Decodable.Type, _ coding: InputCoding<Input>, _ route: String
  ) throws(RouteError) -> Input {
    let single = parameters[LinkParameters.single]
    if let single, parameters.pairs.count == 1, let input = (try? LinkDecoder.value(type, single)) as? Input {
      return input
    }
    let decoder = LinkDecoder(parameters)
    do {
      let decoded = try type.init(from: decoder)
      try refuseStrangers(parameters, decoder.asked, route)
      if let input = decoded as? Input { return input }
      throw LinkShapeError()
    } catch let error as RouteError {
      throw error
    } catch LinkParameterError.missing(let name, let type) {
      try refuseStrangers(parameters, decoder.asked, route)
      throw Self.missing(name, type, of: route)
    } catch LinkParameterError.unreadable(let name, let text, let type) {
      throw .invalid(.link("the parameter '\(name)' of '\(route)' cannot be read as \(type): \(text.prefix(80))"))
    } catch {
      try refuseStrangers(parameters, [LinkParameters.single], route)
      guard let single else { throw Self.missing(LinkParameters.single, "\(Input.self)", of: route) }
      throw .invalid(.link("the parameter 'value' of '\(route)' cannot be read as \(Input.self): \(single.prefix(80))"))
    }
  }

  /// Shows how to give it, in the way that is right wherever the screen is in the link.
  private static func missing(_ name: String, _ type: String, of route: String) -> RouteError {
    .invalid(
      .link(
        "'\(route)' needs the parameter '\(name)' (\(type)): \(PercentEncoding.encoded(route));\(PercentEncoding.encoded(name))=…"
      ))
  }

  private static func refuseStrangers(
    _ parameters: LinkParameters, _ known: Set<String>, _ route: String
  ) throws(RouteError) {
    guard let stranger = parameters.pairs.first(where: { !known.contains($0.name) })?.name else { return }
    let names = known.sorted()
    let help =
      NearMiss.nearest(to: stranger, in: names).map { "did you mean '\($0)'?" }
      ?? "it takes " + names.map { "'\($0)'" }.joined(separator: ", ")
    throw .invalid(.link("'\(route)' has no parameter '\(stranger.prefix(80))'; \(help)"))
  }
}
