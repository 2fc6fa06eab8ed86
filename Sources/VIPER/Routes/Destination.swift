/// A route with its input, written down: what links, guards and the saved tree speak of.
public struct Destination: Codable, Hashable, Sendable {
  /// The route's name.
  public let route: String
  /// The input as JSON; nil for routes that take nothing.
  public let input: String?
  /// Which of the inputs in memory it is, for a transient route: the navigator numbers them, for it keeps them. Not written
  /// down.
  var memory: Int?

  private enum CodingKeys: CodingKey { case route, input }

  /// The input, typed, if this is a destination of `route` and can be read.
  public func input<I, O>(of route: Route<I, O>) -> I? {
    guard route.name == self.route else { return nil }
    return try? route.coding.read(input, route.name)
  }
}
