import Signals
public import VIPER

extension Module {
  /// A module that closes with a result as soon as it is open, so that its opener gets the result at once.
  ///
  ///     let navigator = try Navigator(
  ///       stage: RecordingStage(), environment: .fixed(on: time),
  ///       modules: [list, .answering(.add) { _ in id }])
  ///
  /// - Parameters:
  ///   - route: the module's route.
  ///   - answer: returns the result for an input; nil goes back without a result, as a user may.
  public static func answering<I, O>(
    _ route: Route<I, O>, _ answer: @escaping @MainActor @Sendable (I) -> O?
  ) -> Module {
    Module(route) { router, input in Assembly(presenter: AnsweringPresenter(router, answer(input))) }
  }
}

/// Finishes, or goes back, as soon as its module is open.
@MainActor private final class AnsweringPresenter<Output: Sendable>: Presenter {
  private let router: Router<Output>
  private let answer: Output?

  init(_ router: Router<Output>, _ answer: Output?) {
    self.router = router
    self.answer = answer
  }

  func loaded() {
    if let answer { router.finish(answer).start() } else { router.back().start() }
  }
}
