import REPL
import Signals
import VIPER

@MainActor final class CounterPresenter: Presenter {
  let title: Property<String>
  let increment: Command<Void, Void, Never>

  init() {
    let count = MutableProperty(0)
    title = count.map { "Count: \($0)" }
    increment = Command.sync { count.modify { $0 += 1 } }
  }
}

extension ConsoleView {
  convenience init(_ presenter: CounterPresenter) {
    self.init(.title(presenter.title), .button("increment", presenter.increment))
  }
}

extension Route<Void, Never> { static var counter: Self { Route("counter") } }

let counter = Module(.counter) { _, _ in Assembly(CounterPresenter(), view: ConsoleView.init) }
/// For the program and the tests.
public let app = ConsoleApp("counter", home: "counter") { session in
  try Navigator(stage: session.console, environment: session.environment, modules: [counter])
}
