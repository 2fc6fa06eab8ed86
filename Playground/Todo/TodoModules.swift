import REPL
import VIPER

/// The builders: the only place where the layers meet.
@MainActor package struct TodoModules {
  private let store: any TodoStore
  private let environment: AppEnvironment

  package init(store: any TodoStore, environment: AppEnvironment) {
    self.store = store
    self.environment = environment
  }

  /// All of them, for a navigator.
  package var all: [Module] { [list, add] }

  private var data: TodoDataManager { TodoDataManager(store: store, calendar: environment.calendar) }

  private var list: Module {
    Module(.todo, opens: .add) { [data, environment] router, _ in
      let interactor = ListInteractor(data: data, environment: environment)
      let presenter = ListPresenter(interactor, router: router)
      let texts = TodoTexts.of(environment.locale)
      let view = ConsoleView(presenter, help: texts.help)
      return Assembly(view: view, presenter: presenter, interactor: interactor)
    }
  }

  private var add: Module {
    Module(.add) { [data, environment] router, _ in
      let interactor = AddInteractor(data: data, environment: environment)
      let presenter = AddPresenter(interactor, router: router)
      let texts = TodoTexts.of(environment.locale), days = DayFormat(environment.calendar, texts: texts)
      let view = ConsoleView(presenter, days: days, help: texts.help)
      return Assembly(view: view, presenter: presenter, interactor: interactor)
    }
  }
}
