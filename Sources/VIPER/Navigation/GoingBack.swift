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
      var step = NavigationStep(.close(top.id), asking: top.name, telling: emitter)
      step.asksWhatCloses = true
      step.isAlreadyShown = alreadyShown
      navigator.enqueue(step)
    }
  }

  /// Asks, top first, whether what is about to close may be left; gives who refuses. A function of its own, so that nobody
  /// holds a presenter while its module closes.
  func unwillingness(of closing: [NavigationTree.Node]) -> RouteError? {
    closing.first { opened.live[$0.id]?.presenter?.shouldGoBack() == false }
      .map { .refused("\($0.destination.route) does not want to be left now") }
  }
}
