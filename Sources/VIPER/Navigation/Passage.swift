/// A transition on its way to the screen.
struct Passage {
  let job: NavigationJob
  var step: NavigationStep
  var transition: NavigationTree.Transition

  /// Leaves out the screens of a link after the first `count` that open; they open in later turns.
  mutating func shorten(to count: Int) {
    let request = step.request.dropping(transition.opened.count - count)
    guard case .perform(let shorter) = transition.before.decide(request) else { return }
    (step.request, transition) = (request, shorter)
  }
}
