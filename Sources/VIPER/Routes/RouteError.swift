/// Why a navigation did not happen.
public enum RouteError: Error, Hashable, Sendable {
  /// No module is built for this name; the closest one there is.
  case unknown(String, nearest: String?)
  /// An input or a link cannot be read, or the stage cannot show the view; its kind says which.
  case invalid(Reason)
  /// Two modules claim one name.
  case duplicate(String)
  /// The module did not say in `opens:` that it goes there, and the other is not open from anywhere.
  case undeclared(from: String, to: String)
  /// The module has another one on top.
  case covered(String, by: String)
  /// The module asking or asked for is not open (any more).
  case closed(String)
  /// The module is open and does not listen to the event.
  case unheard(String, by: String)
  /// A guard, or the presenter's `shouldGoBack`, said no.
  case refused(Reason)
  /// There is nothing to go back to.
  case nothingBelow
  /// A link waited too long for a module to be ready.
  case timedOut(String)
  /// The module was not shown in time, by this stage.
  case notShown(String, by: String)
  /// A saved tree is open but for these screens and what was open on them.
  case incomplete([Missing])

  /// Why something is invalid or refused: a text for developers, or one of the app's own, and the kind, by which an app
  /// chooses its text for users.
  ///
  ///     let error = RouteError.refused("members only")
  ///
  /// Reasons with the same text are equal.
  public struct Reason: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    /// What it is about.
    public enum Kind: Hashable, Sendable {
      /// The text is the app's own: a guard's or a stage's.
      case app
      /// A link cannot be read or opened, or a stack cannot be written as one.
      case link
      /// An input cannot be read or written.
      case input
      /// The payload of an event cannot be read, or no module listens to the event.
      case event
      /// A module cannot be opened, selected or gone back to where that was asked.
      case place
      /// A saved tree cannot be opened as it is.
      case saved
      /// The guards lead elsewhere, or lead in a circle.
      case guarded
      /// The module of this route does not want to be left now.
      case staysOpen(String)
    }
    /// What it is about.
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

  /// A saved screen that is not open again.
  public struct Missing: Hashable, Sendable {
    /// The route's name.
    public let route: String
    /// Why.
    public let reason: RouteError

    /// A screen of that route, and why it is not open again.
    public init(route: String, reason: RouteError) {
      self.route = route
      self.reason = reason
    }
  }
}

extension RouteError {
  // Not in the documentation: they would make links to the cases ambiguous.

  /// Invalid, in the app's own words.
  @_documentation(visibility: internal)
  public static func invalid(_ text: String) -> RouteError { .invalid(Reason(text)) }
  /// Refused, in the app's own words.
  @_documentation(visibility: internal)
  public static func refused(_ text: String) -> RouteError { .refused(Reason(text)) }

  static func invalid(_ kind: Reason.Kind, _ text: String) -> RouteError { .invalid(Reason(kind, text)) }
  static func refused(_ kind: Reason.Kind, _ text: String) -> RouteError { .refused(Reason(kind, text)) }

  /// Nobody builds a module for the name. One that cannot be meant is cut, and not worth a search.
  static func unknown(_ name: String, among modules: some Sequence<String>) -> RouteError {
    let nearest = name.utf8.count <= 80 ? NearMiss.nearest(to: name, in: modules.sorted()) : nil
    return .unknown(String(name.prefix(80)), nearest: nearest)
  }
}

extension RouteError: CustomStringConvertible {
  /// What happened, why, and what to do where there is something.
  public var description: String {
    switch self {
    case .unknown(let name, let nearest?): "no module is built for '\(name)'; did you mean '\(nearest)'?"
    case .unknown(let name, nil): "no module is built for '\(name)'; give one to the navigator"
    case .invalid(let reason): reason.description
    case .duplicate(let name): "two modules claim the route '\(name)'; rename one"
    case .undeclared(let from, let to):
      "'\(from)' does not say that it opens '\(to)'; add it to its `opens:`, or open '\(to)' from anywhere (`fromAnywhere:`)"
    case .covered(let name, let by): "'\(name)' has '\(by)' on top; only what is on top can open something"
    case .closed(let name): "'\(name)' is not open, or has closed; open it and try again"
    case .unheard(let event, let by): "'\(by)' does not listen to '\(event)'; let it observe what it has `received`"
    case .refused(let reason): reason.description
    case .nothingBelow: "there is nothing to go back to; open something first, or replace the root"
    case .timedOut(let name): "'\(name)' was not ready in time; try again, or see what its `isReady` waits for"
    case .notShown(let name, let stage):
      "\(stage) did not show '\(name)' in time; what its `perform` gives has to complete"
    case .incomplete(let missing):
      "restored all but: " + missing.map { "\($0.route) (\($0.reason))" }.joined(separator: ", ")
    }
  }
}
