/// Inputs that live in memory only have no text to be told apart by. The navigator numbers them: what equals the input of an
/// open module, or is the same object, has its number and is joined; anything else is another place.
extension OpenModules {
  /// The request with its input numbered, if it is of a transient route.
  func telling(
    apart input: (any Sendable)?, in request: NavigationRequest, _ modules: [String: Module]
  ) -> NavigationRequest {
    func numbered(_ destination: Destination) -> Destination {
      guard let input, modules[destination.route]?.isTransient == true else { return destination }
      let same = live.values.filter { $0.node.destination.route == destination.route }
        .first { $0.input.map { isSame($0, input) } ?? false }
      var numbered = destination
      numbered.memory = same?.node.destination.memory ?? self.numbered.nextID
      return numbered
    }
    switch request {
    case .open(let destination, let style, let id): return .open(numbered(destination), style, from: id)
    case .replace(let id, let destination): return .replace(id, numbered(destination))
    case .select(let destination, let id): return .select(numbered(destination), from: id)
    case .close, .back: return request
    }
  }

  private func isSame(_ first: any Sendable, _ second: any Sendable) -> Bool {
    if let first = first as? any Equatable { return isEqual(first, second) }
    guard type(of: first) is AnyClass, type(of: second) is AnyClass else { return false }
    return first as AnyObject === second as AnyObject
  }

  private func isEqual<Value: Equatable>(_ first: Value, _ second: any Sendable) -> Bool {
    (second as? Value).map { $0 == first } ?? false
  }
}
