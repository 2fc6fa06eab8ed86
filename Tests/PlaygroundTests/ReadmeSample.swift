import REPL
import Signals
import VIPER

@MainActor final class CounterPresenter: Presenter {
  let title: Property<String>
  let increment: Command<Void, Void, Never>

  init() {
    let count = MutableProperty(0)
    title = count.map { "Count: \($0)" }
    let limit = count.map { $0 < 2 ? nil : "two is enough" }
    increment = Command.sync(unless: limit) { count.modify { $0 += 1 } }
  }
}

extension ConsoleView {
  convenience init(_ presenter: CounterPresenter) {
    self.init(.title(presenter.title), .button("increment", presenter.increment))
  }
}

extension Route<Void, Never> { static var counter: Self { Route("counter") } }
let counter = Module(.counter) { _, _ in Assembly(CounterPresenter(), view: ConsoleView.init) }
let app = ConsoleApp("counter", home: "counter") { session in
  try Navigator(stage: session.console, environment: session.environment, modules: [counter])
}

func results<Failure: Error>(
  of words: Property<String>, on time: any Scheduler,
  _ search: @escaping @Sendable (String) -> Signal<[String], Failure>
) -> Signal<[String], Never> {
  words.signal
    .debounce(.milliseconds(300), on: time)
    .removeDuplicates()
    .flatMap(.latest) { search($0).retry(2).catchToValue { _ in [] } }
    .observe(on: .ui)
}
