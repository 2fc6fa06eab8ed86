import REPL
import Signals
import VIPER

extension Route<Void, Never> { static var counter: Self { Route("counter") } }

@MainActor final class CounterPresenter: Presenter {
  let count = MutableProperty(0)
  let title: Property<String>
  let increment: Command<Void, Void, Never>

  init() {
    let count = count
    title = count.map { "Count: \($0)" }
    increment = Command { count.modify { $0 += 1 } }
  }
}

extension ConsoleView {
  convenience init(_ presenter: CounterPresenter) {
    self.init(.title(presenter.title), .button("increment", presenter.increment))
  }
}

let counter = Module(.counter) { _, _ in Assembly(CounterPresenter(), view: ConsoleView.init) }
let app = ConsoleApp("counter", home: "counter") { session in
  try Navigator(stage: session.console, environment: session.environment, modules: [counter])
}
