/// A request to a tree.
package enum NavigationRequest: Sendable {
  /// Opens on a module; nil is the visible one, or the root if nothing is open. For a root: the module that asks, or what the
  /// root was then.
  case open(Destination, NavigationTree.Style, from: Int?)
  /// Pushes on a module, unless the visible screen is of that destination; nil is the visible module.
  case pushUnlessVisible(Destination, from: Int?)
  /// Puts another module in the place of one; nil is the visible one.
  case replace(Int?, Destination)
  /// Closes a module and what is on top of it.
  case close(Int)
  /// Closes everything above the nearest ancestor of that route; nil asks for the visible module.
  case back(to: String, from: Int?)
  /// Shows a tab of the nearest module that has tabs: the one asking, or one it is open on. Nil asks for the visible module.
  case select(Destination, from: Int?)
}

extension NavigationRequest {
  /// For the trace.
  var label: String {
    switch self {
    case .open(let destination, let style, _): "\(style.rawValue) \(destination.route)"
    case .pushUnlessVisible(let destination, _): "push \(destination.route)"
    case .replace(_, let destination): "replace by \(destination.route)"
    case .close: "close"
    case .back(let route, _): "back to \(route)"
    case .select(let destination, _): "select \(destination.route)"
    }
  }

  /// The module that is asked to change.
  var origin: Int? {
    switch self {
    case .open(_, _, let id), .pushUnlessVisible(_, let id), .replace(let id, _), .back(_, let id), .select(_, let id):
      id
    case .close(let id): id
    }
  }

  /// The destination it names.
  var place: Destination? {
    switch self {
    case .open(let destination, _, _), .pushUnlessVisible(let destination, _), .replace(_, let destination),
      .select(let destination, _):
      destination
    case .close, .back: nil
    }
  }

  /// The route that it names.
  var route: String? { if case .back(let route, _) = self { route } else { place?.route } }

  /// Whether the module that it opens closes when its caller has gone: roots and replacements stay.
  var closesWithCaller: Bool {
    switch self {
    case .open(_, let style, _): style != .root
    case .pushUnlessVisible: true
    case .replace, .close, .back, .select: false
    }
  }

  /// The destination that it opens.
  var destination: Destination? { if case .select = self { nil } else { place } }

  /// The request, if it names a destination, for another one.
  func to(_ destination: Destination) -> NavigationRequest {
    switch self {
    case .open(_, let style, let id): .open(destination, style, from: id)
    case .pushUnlessVisible(_, let id): .pushUnlessVisible(destination, from: id)
    case .replace(let id, _): .replace(id, destination)
    case .select(_, let id): .select(destination, from: id)
    case .close, .back: self
    }
  }
}
