import PlainText

/// The reason why a navigation failed.
public enum RouteError: Error, Hashable, Sendable {
  /// No module has this route name. `nearest` is the most similar name, if there is one.
  case unknown(String, nearest: String?)
  /// An input or a link cannot be read, or the stage cannot show the view. The reason's kind tells which.
  case invalid(Reason)
  /// Two modules have the same route name.
  case duplicate(String)
  /// The module `from` does not declare `to` with `opens:`, and `to` is not open from anywhere.
  case undeclared(from: String, to: String)
  /// The module has another one on top.
  case covered(String, by: String)
  /// The requesting module, or a module that the request needs, is not open, or no longer open.
  case closed(String)
  /// The module is open and does not listen to the event.
  case unheard(String, by: String)
  /// A guard, or the presenter's `shouldGoBack`, refused.
  case refused(Reason)
  /// There is no module below to go back to.
  case nothingBelow
  /// A link or a restoration waited too long for this module to be ready.
  case timedOut(String)
  /// The stage did not show the module in time.
  case notShown(String, by: String)
  /// A saved tree was restored without these screens and the screens on them.
  case incomplete([Missing])

  /// The reason for an invalid or refused navigation: a text for developers, or the app's own text, and a kind, by which an app
  /// can choose its text for users.
  ///
  ///     let error = RouteError.refused("members only")
  ///
  /// Reasons with the same text are equal.
  public struct Reason: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    /// The subject of a reason.
    public enum Kind: Hashable, Sendable {
      /// The text is the app's own, from a guard or a stage.
      case app
      /// A link cannot be read or opened, or a stack cannot be written as one.
      case link
      /// An input cannot be read or written.
      case input
      /// The payload of an event cannot be read, or no module listens to the event.
      case event
      /// A module cannot be opened, selected or gone back to at that place in the tree.
      case place
      /// A saved tree cannot be opened.
      case saved
      /// Guards redirect elsewhere or in a circle, or one waits for too many openings.
      case guarded
      /// The presenter of this route's module refuses to close now.
      case staysOpen(String)
    }
    /// The subject of the reason.
    public let kind: Kind
    /// The text.
    public let description: String

    /// A reason in the app's own words.
    public init(_ text: String) { self.init(.app, text) }
    /// A reason in the app's own words.
    public init(stringLiteral text: String) { self.init(.app, text) }
    fileprivate init(_ kind: Kind, _ text: String) { (self.kind, description) = (kind, text) }

    /// Whether the texts are the same.
    public static func == (first: Reason, second: Reason) -> Bool { first.description == second.description }
    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
  }

  /// A saved screen that was not restored.
  public struct Missing: Hashable, Sendable {
    /// The route's name.
    public let route: String
    /// The reason why the screen was not restored.
    public let reason: RouteError

    /// A saved screen of this route, with the reason why it was not restored.
    public init(route: String, reason: RouteError) {
      self.route = route
      self.reason = reason
    }
  }
}

extension RouteError {
  static func invalid(_ kind: Reason.Kind, _ text: String) -> RouteError { .invalid(Reason(kind, text)) }
  static func refused(_ kind: Reason.Kind, _ text: String) -> RouteError { .refused(Reason(kind, text)) }

  /// The error for a name without a module. A name of more than 80 bytes is cut, and gets no suggestion.
  static func unknown(_ name: String, among modules: some Sequence<String>) -> RouteError {
    let nearest = name.utf8.count <= 80 ? NearMiss.nearest(to: name, in: modules.sorted()) : nil
    return .unknown(String(name.prefix(80)), nearest: nearest)
  }

  /// Whether the app lacks a declaration: no module has the route, or the asking module does not declare it.
  var isUndeclared: Bool {
    switch self {
    case .unknown, .undeclared: true
    default: false
    }
  }
}

extension RouteError: CustomStringConvertible {
  /// A message with the problem, its cause and, where possible, a solution.
  public var description: String {
    switch self {
    case .unknown(let name, let nearest?): "there is no module for '\(name)'; did you mean '\(nearest)'?"
    case .unknown(let name, nil): "there is no module for '\(name)'; add one to the navigator's modules"
    case .invalid(let reason): reason.description
    case .duplicate(let name): "two modules have the route '\(name)'; rename one"
    case .undeclared(let from, let to):
      "'\(from)' does not declare that it opens '\(to)'; add '\(to)' to its `opens:`, or declare '\(to)' `fromAnywhere:`"
    case .covered(let name, let by): "'\(name)' is covered by '\(by)'; only the module on top can open another"
    case .closed(let name): "'\(name)' is not open, or has closed; open it and try again"
    case .unheard(let event, let by):
      "'\(by)' does not listen to '\(event)'; observe `router.received(_:)` with this event there"
    case .refused(let reason): reason.description
    case .nothingBelow: "there is nothing to go back to; open something first, or replace the root"
    case .timedOut(let name): "'\(name)' was not ready in time; try again, or check its `isReady`"
    case .notShown(let name, let stage):
      "\(stage) did not show '\(name)' in time; the signal of its `perform` has to complete"
    case .incomplete(let missing):
      "restored all but: " + missing.map { "\($0.route) (\($0.reason))" }.joined(separator: ", ")
    }
  }
}
