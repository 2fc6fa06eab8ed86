/// A request on its way: what is asked, and who hears how it went.
@MainActor struct NavigationStep {
  enum Outcome {
    case done
    case failed(RouteError)
  }
  let request: NavigationRequest
  /// Who asks, for errors: `details#3`.
  var asking = "app"
  /// The input of what is opened, where it comes from code.
  var input: (any Sendable)?
  /// Who waits for the result of what is opened.
  var waiter: Waiter?
  /// What the closed module gives back.
  var result: (any Sendable)?
  /// Whether the view has made the step already.
  var isAlreadyShown = false
  let reply: (Outcome) -> Void

  init(_ request: NavigationRequest, reply: @escaping (Outcome) -> Void = { _ in }) {
    self.request = request
    self.reply = reply
  }

  /// Whether nobody wants it any more.
  var isAbandoned: Bool { waiter.map { $0.isAbandoned && $0.closesOnDisposal } ?? false }

  /// The step, once a module it opened has its waiter.
  var withoutWaiter: NavigationStep {
    var step = self
    step.waiter = nil
    return step
  }

  /// Its turn never comes.
  func drop(_ error: RouteError) {
    waiter?.fail(error)
    reply(.failed(error))
  }
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

  func replaces(_ id: Int) -> Bool {
    if case .replace(let replaced, _) = self { replaced == id } else { false }
  }
}
