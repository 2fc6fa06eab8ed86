import Foundation
import PlainText

/// The name of a module with the types of its input and result. A route is a value that builds nothing; links and logs use its
/// name.
///
///     extension Route<Void, UUID> {
///       static var add: Self { Route("add", style: .modal) }
///     }
public struct Route<Input: Sendable, Output: Sendable>: Sendable {
  /// The name in links, traces and saved trees. Only one module may have it.
  public let name: String
  /// The style in which a link opens the module; verbs such as `push` and `present` choose their own.
  public let style: RouteStyle
  /// The presentation that the stage gets if the verb gives none. The app defines its type; the navigator only passes it on.
  public let presentation: (any Sendable)?
  /// The path in links, if it differs from the name: `users/:id`.
  let path: String?
  /// Encodes an input as sorted JSON, so that equal inputs are equal texts; nil for an input without text. Captures nothing,
  /// since a route is created anew at every use.
  let encode: @Sendable (Input, _ route: String) throws(RouteError) -> String?
  let decode: @Sendable (String?, _ route: String) throws(RouteError) -> Input
  /// Whether the input exists in memory only.
  let isTransient: Bool
  /// The name of the route below in a link from outside. A closure, since two routes could name each other.
  private var below: (@Sendable () -> String)?
  var parent: String? { below?() }

  private init(
    _ name: String, _ style: RouteStyle, _ path: String?, _ presentation: (any Sendable)?, isTransient: Bool = false,
    encode: @escaping @Sendable (Input, _ route: String) throws(RouteError) -> String?,
    decode: @escaping @Sendable (String?, _ route: String) throws(RouteError) -> Input
  ) {
    (self.name, self.style, self.path, self.presentation) = (name, style, path, presentation)
    (self.encode, self.decode, self.isTransient) = (encode, decode, isTransient)
  }

  /// A route with a codable input. Links, saved trees and restorations can contain it.
  ///
  /// - Parameters:
  ///   - name: the name, unique in an app.
  ///   - style: the style in which a link opens the module.
  ///   - path: the path in links; the name by default. A part that begins with a colon is a property of the input, or the whole
  ///     input if that is one value: `users/:id`. The navigator's `init` checks it.
  ///   - presentation: the presentation for the stage.
  public init(
    _ name: String, style: RouteStyle = .push, path: String? = nil, presentation: (any Sendable)? = nil
  ) where Input: Codable {
    self.init(
      name, style, path, presentation,
      encode: { input, name throws(RouteError) in
        do { return try CanonicalJSON.text(input) } catch {
          throw .invalid(.input, "the input of \(name) cannot be encoded: \(error)")
        }
      },
      decode: { text, name throws(RouteError) in
        guard let text else { throw .invalid(.input, "\(name) needs an input (\(Input.self)), and none was given") }
        do { return try JSONDecoder().decode(Input.self, from: Data(text.utf8)) } catch {
          throw .invalid(.input, "the input of \(name) cannot be read as \(Input.self): \(text.prefix(80))")
        }
      })
  }

  /// A route without input.
  public init(
    _ name: String, style: RouteStyle = .push, path: String? = nil, presentation: (any Sendable)? = nil
  ) where Input == Void {
    self.init(
      name, style, path, presentation, encode: { _, _ in nil },
      decode: { text, name throws(RouteError) in
        if text != nil { throw .invalid(.input, "\(name) takes no input; leave it out") }
      })
  }

  /// A route whose input exists in memory only. Linking to it or restoring it fails with ``RouteError/invalid(_:)``.
  public init(transient name: String, style: RouteStyle = .push, presentation: (any Sendable)? = nil) {
    self.init(
      name, style, nil, presentation, isTransient: true, encode: { _, _ in nil },
      decode: { _, name throws(RouteError) in
        throw .invalid(.input, "\(name) takes an input that lives in memory only; open it from code, not by a link")
      })
  }

  /// This route, opened on another one by a link that begins with it, so that the user can go back. The inputs of both are read
  /// from the link's parameters, by their names.
  ///
  ///     extension Route<Int, Never> {
  ///       static var book: Self {
  ///         Route("book", path: "books/:id").linked(on: .books)
  ///       }
  ///     }
  ///     extension Route<Void, Never> {
  ///       static var books: Self { Route("books") }
  ///     }
  ///
  /// `/books/42` opens `books`, and `book` on it. The module of `books` declares in its `opens:` that it opens `book`.
  public func linked<I, O>(on route: @autoclosure @escaping @Sendable () -> Route<I, O>) -> Self {
    var linked = self
    linked.below = { route().name }
    return linked
  }

  /// The route with its input as JSON, without a transient input.
  ///
  /// - Throws: ``RouteError/invalid(_:)`` when the input cannot be encoded.
  public func destination(with input: Input) throws(RouteError) -> Destination {
    Destination(route: name, input: try encode(input, name))
  }
}

/// A route's name with its input as JSON. Links, guards and saved trees use it.
public struct Destination: Codable, Hashable, Sendable {
  /// The route's name.
  public let route: String
  /// The input as JSON; nil for routes without input and for transient inputs.
  public let input: String?
  /// The number of a transient input, which the navigator retains. Not encoded.
  var memory: Int?

  private enum CodingKeys: CodingKey { case route, input }

  /// The input, typed, if this is a destination of `route` and can be read.
  public func input<I, O>(of route: Route<I, O>) -> I? {
    guard route.name == self.route else { return nil }
    return try? route.decode(input, route.name)
  }
}

extension Route where Input == Void {
  /// The destination of a route without input.
  public var destination: Destination { Destination(route: name, input: nil) }
}

/// The way a module is attached to the module that opened it.
public enum RouteStyle: String, Codable, Sendable {
  /// The root: all other modules are open on it.
  case root
  /// On top of the opener.
  case push
  /// Over the opener, as a modal.
  case modal
  /// As one of the opener's tabs.
  case tab
  /// Inside the opener, sharing its focus.
  case embedded
}
