import REPL
import Signals
import VIPER
import VIPERTesting

extension Route<Void, Never> {
  fileprivate static var home: Self { Route("home") }
  fileprivate static var counter: Self { Route("counter") }
}

/// The smallest app with all its layers.
@MainActor final class CounterApp {
  let navigator: Navigator
  private var home: Router<Never>?

  /// Nil if the app cannot be built.
  init?(stage: any Stage, on scheduler: VirtualTimeScheduler) {
    let kept = Kept()
    let home = Module(.home, opens: .counter) { router, _ in
      kept.router = router
      return Assembly()
    }
    guard
      let navigator = try? Navigator(stage: stage, environment: .fixed(on: scheduler), modules: [home, Self.counter])
    else { return nil }
    self.navigator = navigator
    navigator.router.setRoot(.home).start()
    self.home = kept.router
  }

  @MainActor private final class Kept {
    var router: Router<Never>?
  }

  func openAndClose() { home?.push(.counter).start().dispose() }

  nonisolated static let counter = Module(.counter) { router, _ in
    let presenter = CounterPresenter(CounterInteractor(), router: router)
    return Assembly(view: ConsoleView(presenter), presenter: presenter, interactor: presenter.interactor)
  }
}

private final class CounterInteractor: Sendable {
  private let count = MutableProperty(0)
  var counted: Property<Int> { count.readOnly }

  func increment() -> Signal<Int, Never> {
    .deferred { [count] in
      .just(
        count.withValue { count in
          count += 1
          return count
        })
    }
  }
}

@MainActor private final class CounterPresenter: Presenter {
  let interactor: CounterInteractor
  let title: Property<String>
  let increment: Command<Void, Int, Never>
  let back: Command<Void, Void, RouteError>

  init(_ interactor: CounterInteractor, router: Router<Never>) {
    self.interactor = interactor
    title = interactor.counted.map { "Count: \($0)" }
    increment = Command { interactor.increment() }
    back = Command(back: router)
  }
}

extension ConsoleView {
  fileprivate convenience init(_ presenter: CounterPresenter) {
    self.init(.title(presenter.title), .button("increment", presenter.increment), .button("back", presenter.back))
  }
}
