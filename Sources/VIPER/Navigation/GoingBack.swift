import Signals

extension Navigator {
  /// Closes a module; with a result, who waits for it gets it. A root delivers it and stays.
  func close(_ handle: RouterHandle, with result: (any Sendable)?, _ emitter: Emitter<Void, RouteError>) {
    guard let id = handle.id else { return emitter.fail(.nothingBelow) }
    var step = NavigationStep(.close(id), asking: handle.name, telling: emitter)
    step.result = result
    enqueue(step)
  }

  /// The user's way back: a key, or a swipe the view has already made. Closes the topmost of what is shown, or about to be;
  /// every presenter of what would close is asked, and one that does not want to be left keeps all of it.
  public func userBack(alreadyShown: Bool = false) -> Signal<Void, RouteError> {
    appHandle.ask(for: "back") { navigator, emitter in
      let path = navigator.opened.tree.path
      guard let top = path.last(where: { $0.style == .push || $0.style == .modal }) ?? path.first else {
        return emitter.fail(.nothingBelow)
      }
      navigator.userClose(top.id, named: top.name, alreadyShown, emitter)
    }
  }

  /// The user closes this, wherever it is: a sheet that is swiped away. What is on it by then closes as well; every presenter
  /// of what would close is asked, and one that does not want to be left keeps all of it.
  ///
  /// - Parameters:
  ///   - id: what is open, or about to be.
  ///   - alreadyShown: whether the view has made the step.
  public func userClose(_ id: NavigationTree.Node.ID, alreadyShown: Bool = false) -> Signal<Void, RouteError> {
    appHandle.ask(for: "close #\(id)") { navigator, emitter in
      let name = navigator.opened.tree.node(id)?.name ?? "#\(id)"
      navigator.userClose(id, named: name, alreadyShown, emitter)
    }
  }

  private func userClose(_ id: Int, named name: String, _ alreadyShown: Bool, _ emitter: Emitter<Void, RouteError>) {
    var step = NavigationStep(.close(id), asking: name, telling: emitter)
    step.asksWhatCloses = true
    step.isAlreadyShown = alreadyShown
    enqueue(step)
  }

  /// Asks, top first, whether what is about to close may be left; gives who refuses. A function of its own, so that nobody
  /// holds a presenter while its module closes.
  func unwillingness(of closing: [NavigationTree.Node]) -> RouteError? {
    closing.first { opened.live[$0.id]?.presenter?.shouldGoBack() == false }
      .map { .refused("\($0.destination.route) does not want to be left now") }
  }
}
