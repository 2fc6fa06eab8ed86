import REPL
import Services
import VIPER

/// Builds the modules; the only place that knows all layers.
@MainActor package struct TodoModules {
  private let store: any Store<TodoItem>

  package init(_ store: any Store<TodoItem>) { self.store = store }

  package var all: [Module] { [list, add] }

  private var list: Module {
    Module(.todo, opens: .add) { [store] router, _ in
      let interactor = ListInteractor(TodoDataManager(store, router.environment.calendar), router.environment)
      return Assembly(ListPresenter(interactor, router), interactor: interactor, view: ConsoleView.init)
    }
  }

  private var add: Module {
    Module(.add) { [store] router, _ in
      let interactor = AddInteractor(TodoDataManager(store, router.environment.calendar), router.environment)
      return Assembly(AddPresenter(interactor, router), interactor: interactor, view: ConsoleView.init)
    }
  }
}
