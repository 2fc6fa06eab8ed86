import Foundation

/// A typed destination: what a module takes and what it gives back. A value that builds nothing; its name is for links and
/// logs.
///
///     extension Route<Void, UUID> { static var add: Self { Route("add", style: .modal) } }
public struct Route<Input: Sendable, Output: Sendable>: Sendable {
  /// The name in links, traces and saved trees; one module may claim it.
  public let name: String
  /// How a link opens it; `push`, `present`, … say it themselves.
  public let style: RouteStyle
  /// How the stage is to show it, unless the call says otherwise: a value of the app's, opaque to the navigator.
  public let presentation: (any Sendable)?
  /// Its path in links, if that is not its name: `users/:id`.
  let path: String?
  /// Writes an input down, as JSON in one order, so that equal inputs are equal texts; nil where there is nothing to write.
  /// A route is made wherever it is named: its closures capture nothing.
  let encode: @Sendable (Input, _ route: String) throws(RouteError) -> String?
  let decode: @Sendable (String?, _ route: String) throws(RouteError) -> Input
  /// Whether its input lives in memory only.
  let isTransient: Bool

  private init(
    _ name: String, _ style: RouteStyle, _ path: String?, _ presentation: (any Sendable)?, isTransient: Bool = false,
    encode: @escaping @Sendable (Input, _ route: String) throws(RouteError) -> String?,
    decode: @escaping @Sendable (String?, _ route: String) throws(RouteError) -> Input
  ) {
    (self.name, self.style, self.path, self.presentation) = (name, style, path, presentation)
    (self.encode, self.decode, self.isTransient) = (encode, decode, isTransient)
  }

  /// A route whose input can be written down: it can be linked to, saved and restored.
  ///
  /// - Parameters:
  ///   - name: its name, unique in an app.
  ///   - style: how a link opens it.
  ///   - path: its path in links, if that is not its name. A part that begins with a colon is a property of the input, or the
  ///     input itself, if that is one value: `users/:id`. Checked when the app starts.
  ///   - presentation: how the stage is to show it.
  public init(
    _ name: String, style: RouteStyle = .push, path: String? = nil, presentation: (any Sendable)? = nil
  ) where Input: Codable {
    self.init(
      name, style, path, presentation,
      encode: { input, name throws(RouteError) in
        do { return try CanonicalJSON.text(input) } catch {
          throw .invalid(.input, "the input of \(name) cannot be written down: \(error)")
        }
      },
      decode: { text, name throws(RouteError) in
        guard let text else { throw .invalid(.input, "\(name) needs an input (\(Input.self)), and there is none") }
        do { return try JSONDecoder().decode(Input.self, from: Data(text.utf8)) } catch {
          throw .invalid(.input, "the input of \(name) cannot be read as \(Input.self): \(text.prefix(80))")
        }
      })
  }

  /// A route that takes nothing.
  public init(
    _ name: String, style: RouteStyle = .push, path: String? = nil, presentation: (any Sendable)? = nil
  ) where Input == Void {
    self.init(
      name, style, path, presentation, encode: { _, _ in nil },
      decode: { text, name throws(RouteError) in
        if text != nil { throw .invalid(.input, "\(name) takes no input; leave it out") }
      })
  }

  /// A route whose input lives in memory only: linking to it or restoring it fails with ``RouteError/invalid(_:)``.
  public init(transient name: String, style: RouteStyle = .push, presentation: (any Sendable)? = nil) {
    self.init(
      name, style, nil, presentation, isTransient: true, encode: { _, _ in nil },
      decode: { _, name throws(RouteError) in
        throw .invalid(.input, "\(name) takes an input that lives in memory only; open it from code, not by a link")
      })
  }

  /// The route with its input written down; a transient input is left out.
  ///
  /// - Throws: ``RouteError/invalid(_:)`` when the input cannot be encoded.
  public func destination(with input: Input) throws(RouteError) -> Destination {
    Destination(route: name, input: try encode(input, name))
  }
}

/// A route with its input, written down: links, guards and the saved tree use it.
public struct Destination: Codable, Hashable, Sendable {
  /// The route's name.
  public let route: String
  /// The input as JSON; nil for routes that take nothing.
  public let input: String?
  /// Numbers the inputs of a transient route, which the navigator holds in memory. Not written down.
  var memory: Int?

  private enum CodingKeys: CodingKey { case route, input }

  /// The input, typed, if this is a destination of `route` and can be read.
  public func input<I, O>(of route: Route<I, O>) -> I? {
    guard route.name == self.route else { return nil }
    return try? route.decode(input, route.name)
  }
}

extension Route where Input == Void {
  /// The route, written down.
  public var destination: Destination { Destination(route: name, input: nil) }
}

/// How a module is attached to the module that opened it.
public enum RouteStyle: String, Codable, Sendable {
  /// Everything else is open on it.
  case root
  /// On top of it.
  case push
  /// Over it.
  case modal
  /// As one of its tabs.
  case tab
  /// Inside it, sharing its focus.
  case embedded
}
