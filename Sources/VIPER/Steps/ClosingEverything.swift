import Signals

extension Navigator {
  /// Closes everything, the top first: what a step under way is opening, too. What still waits, for its turn, for a guard or
  /// for a module to be ready, fails with ``RouteError/closed(_:)``.
  ///
  /// Asked for by a module that is being built or told of its life, or by somebody who hears of a step, it is done as soon as
  /// that is over.
  public func closeAll() {
    opened.beginClosing()
    takeSteps()
  }

  func closeEverything() {
    let before = opened.tree, closing = opened.everything, tell = opened.releaseAll()
    var after = before
    after.root = nil
    if !closing.isEmpty { correct("close everything", Transition(.back, from: before, to: after, closing: closing)) }
    opened.current.value = after
    tell()
  }
}
