import Signals

/// The stage, asked to show one transition at a time, and its time limit: an answer that takes longer is a failure.
@MainActor final class StageTimeLimit {
  /// How long a stage has for one transition.
  private static let limit = Duration.seconds(30)

  typealias Perform = @MainActor (Transition, (NavigationTree.Node.ID) -> AnyObject?) -> Signal<Never, RouteError>

  private let name: String
  private let perform: Perform
  private let app: AppContext
  /// Ends the wait for its answer.
  private var showing: Disposable?
  /// How many transitions it was asked for.
  private(set) var count = 0
  /// The number of the last transition that it has shown.
  private(set) var lastShown = 0

  /// - Parameter name: the stage's, for errors.
  init(_ name: String, _ app: AppContext, _ perform: @escaping Perform) {
    (self.name, self.app, self.perform) = (name, app, perform)
  }

  /// Whether it has not answered yet.
  var isShowing: Bool { showing != nil }

  /// Asks the stage to show a transition, and calls back once: when it is shown, or with the reason why not. It calls back
  /// before this returns if the stage shows it at once, as most do.
  func show(
    _ transition: Transition, view: (Int) -> AnyObject?,
    _ answered: @escaping @MainActor @Sendable (RouteError?) -> Void
  ) {
    count += 1
    let showing = Disposable(), number = count
    self.showing = showing
    let answer = perform(transition, view)
    if answer.isEmpty, app.ui.runsAtOnce { return end(showing, number, answered, nil) }
    let name = name
    let late = (transition.opened.first ?? transition.after.visible)?.destination.route ?? "nothing"
    showing.add(
      answer.timeout(Self.limit, failingWith: .notShown(late, by: name), on: app.scheduler).observe(on: app.ui) {
        [weak self] event in
        if case .failed(let error) = event {
          self?.end(showing, number, answered, error)
        } else {
          self?.end(showing, number, answered, nil)
        }
      })
  }

  private func end(_ showing: Disposable, _ number: Int, _ answered: (RouteError?) -> Void, _ error: RouteError?) {
    guard !showing.isDisposed else { return }
    showing.dispose()
    if self.showing === showing { self.showing = nil }
    if error == nil { lastShown = number }
    answered(error)
  }

  /// The answer is not waited for any longer.
  func stop() { showing.take()?.dispose() }
}
