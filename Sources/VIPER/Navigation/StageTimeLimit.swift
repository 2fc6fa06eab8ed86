import Signals

/// Asks the stage to show one transition at a time, and fails one that takes longer than the time limit.
@MainActor final class StageTimeLimit {
  private static let limit = Duration.seconds(30)

  typealias Perform =
    @MainActor (NavigationTree.Transition, (NavigationTree.Node.ID) -> AnyObject?) -> Signal<Never, RouteError>

  private let name: String
  private var perform: Perform
  private let app: AppContext
  /// The observation of the stage's answer; nil when there is none to wait for.
  private var showing: Disposable?
  /// The number of transitions that the stage was asked to show.
  private(set) var count = 0
  /// The number of the last transition that the stage has shown.
  private(set) var lastShown = 0

  /// - Parameter name: the name of the stage, for errors.
  init(_ name: String, _ app: AppContext, _ perform: @escaping Perform) {
    (self.name, self.app, self.perform) = (name, app, perform)
  }

  var isShowing: Bool { showing != nil }

  /// Asks the stage to show a transition.
  ///
  /// - Returns: the answer to ``await(_:_:)``; nil if the stage has shown the transition at once, as most do.
  func show(_ transition: NavigationTree.Transition, view: (Int) -> AnyObject?) -> Signal<Never, RouteError>? {
    count += 1
    let answer = perform(transition, view), name = name
    if answer.isEmpty, app.ui.runsAtOnce {
      lastShown = count
      return nil
    }
    let late = (transition.opened.first ?? transition.after.visible)?.destination.route ?? "nothing"
    return answer.timeout(Self.limit, failingWith: .notShown(late, by: name), on: app.scheduler)
  }

  /// Calls `answered` once: with nil when the transition is shown, otherwise with the error.
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

  /// Stops waiting for the answer.
  func stop() { showing.take()?.dispose() }

  /// Releases the stage.
  func release() { perform = { _, _ in .empty } }
}
