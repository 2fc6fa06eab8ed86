import Signals
public import VIPER

/// A presenter in a real module, on a stage that shows nothing. Its navigation really happens, without mocks.
///
///     let host = try PresenterHost(
///       .list, environment: .fixed(on: time), opens: .add,
///       modules: [.answering(.add) { _ in id }]
///     ) { router, _ in ListPresenter(interactor, router: router) }
///     host.presenter.add.execute()
///     #expect(host.stage.kinds.suffix(2) == [.modal, .back])
@MainActor public final class PresenterHost<Presenting: Presenter & Sendable, Output: Sendable> {
  /// The presenter. The host retains it, even after its module has closed.
  public let presenter: Presenting
  /// The navigator of the module.
  public let navigator: Navigator
  /// The stage, which records the transitions.
  public let stage: RecordingStage
  private let outcome = MutableProperty<(results: [Output], isOpen: Bool)>(([], true))

  /// Opens a module that consists of the presenter only, and gives it the focus.
  ///
  /// - Parameters:
  ///   - route: the module's route.
  ///   - input: the module's input.
  ///   - environment: the app's environment; `AppEnvironment.fixed(on:)` is the same in every run.
  ///   - stage: the stage, which records the transitions.
  ///   - opens: the routes that the module may open. A route without a module in `modules` gets an empty one, which stays open.
  ///   - modules: modules for routes in `opens`, such as `.answering(_:_:)`, and for the routes that these open.
  ///   - make: makes the presenter.
  /// - Throws: the reason why the module cannot open.
  public init<Input, each A, each B>(
    _ route: Route<Input, Output>, with input: Input, environment: AppEnvironment,
    stage: RecordingStage = RecordingStage(), opens: repeat Route<each A, each B>, modules: [Module] = [],
    _ make: @escaping @MainActor @Sendable (Router<Output>, Input) -> Presenting
  ) throws(RouteError) {
    let made = MutableProperty<Presenting?>(nil), failure = MutableProperty<RouteError?>(nil), outcome = outcome
    let module = Module(route, opens: repeat each opens) { router, input in
      let presenter = make(router, input)
      made.value = presenter
      return Assembly(presenter: presenter)
    }
    let base = Route<Void, Never>("(below \(route.name))")
    var all = [Module(base) { _, _ in Assembly() }, module] + modules
    for other in repeat Module(each opens, build: { _, _ in Assembly() }) {
      if !all.contains(where: { $0.route == other.route }) { all.append(other) }
    }
    self.stage = stage
    navigator = try Navigator(stage: stage, environment: environment, modules: all)
    // The module below is not under test, so it opens whatever the stage answers.
    let answer = stage.answer
    stage.answer = .atOnce
    navigator.router.setRoot(base).start()
    stage.answer = answer
    navigator.router.push(route, with: input).observe { event in
      switch event {
      case .value(let result): outcome.modify { $0.results.append(result) }
      case .completed: outcome.modify { $0.isOpen = false }
      case .failed(let error):
        failure.value = error
        outcome.modify { $0.isOpen = false }
      }
    }
    if let error = failure.value { throw error }
    guard let presenter = made.value else { throw .closed(route.name) }
    self.presenter = presenter
  }

  /// The result of the module: empty until it finishes.
  public var results: [Output] { outcome.value.results }

  /// Whether the module is open.
  public var isOpen: Bool { outcome.value.isOpen }

  /// The route of the visible screen: the presenter's own, or the one it opened last.
  public var visible: String? { navigator.tree.value.path.last?.destination.route }
}

extension PresenterHost {
  /// Opens a module without input.
  public convenience init<each A, each B>(
    _ route: Route<Void, Output>, environment: AppEnvironment, stage: RecordingStage = RecordingStage(),
    opens: repeat Route<each A, each B>, modules: [Module] = [],
    _ make: @escaping @MainActor @Sendable (Router<Output>, Void) -> Presenting
  ) throws(RouteError) {
    try self.init(
      route, with: (), environment: environment, stage: stage, opens: repeat each opens, modules: modules, make)
  }
}
