/// What can be asked of a tree.
package enum NavigationRequest: Sendable {
  /// Opens on a module; nil is the visible one, or the root if nothing is open.
  case open(Destination, NavigationTree.Style, from: Int?)
  /// Puts another module in the place of one.
  case replace(Int, Destination)
  /// Closes a module and what is on top of it.
  case close(Int)
  /// Closes everything above the nearest ancestor of that route.
  case back(to: String, from: Int)
  /// Shows a tab of the nearest module that has it.
  case select(Destination, from: Int)
}

extension NavigationRequest {
  /// For the trace.
  var label: String {
    switch self {
    case .open(let destination, let style, _): "\(style.rawValue) \(destination.route)"
    case .replace(_, let destination): "replace by \(destination.route)"
    case .close: "close"
    case .back(let route, _): "back to \(route)"
    case .select(let destination, _): "select \(destination.route)"
    }
  }

  /// The module that is asked to change.
  var origin: Int? {
    switch self {
    case .open(_, _, let id): id
    case .replace(let id, _), .close(let id), .back(_, let id), .select(_, let id): id
    }
  }
}
