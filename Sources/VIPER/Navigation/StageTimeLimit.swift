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

  /// Asks the stage to show a transition.
  ///
  /// - Returns: its answer, to ``await(_:_:)``; nil if it has shown it at once, as most do.
  func show(_ transition: Transition, view: (Int) -> AnyObject?) -> Signal<Never, RouteError>? {
    count += 1
    let answer = perform(transition, view), name = name
    if answer.isEmpty, app.ui.runsAtOnce {
      lastShown = count
      return nil
    }
    let late = (transition.opened.first ?? transition.after.visible)?.destination.route ?? "nothing"
    return answer.timeout(Self.limit, failingWith: .notShown(late, by: name), on: app.scheduler)
  }

  /// Calls back once: when the transition is shown, or with the reason why not.
  func await(
    _ answer: Signal<Never, RouteError>, _ answered: @escaping @MainActor @Sendable (RouteError?) -> Void
  ) {
    let showing = Disposable(), number = count
    self.showing = showing
    showing.add(
      answer.observe(on: app.ui) { [weak self] event in
        guard let self, self.showing === showing else { return }
        stop()
        if case .failed(let error) = event { return answered(error) }
        lastShown = number
        answered(nil)
      })
  }

  /// The answer is not waited for any longer.
  func stop() { showing.take()?.dispose() }
}
