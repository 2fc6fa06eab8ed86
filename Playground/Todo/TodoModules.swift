import Services
import VIPER

/// Builds the modules; the only place that knows all layers.
@MainActor package struct TodoModules {
  private let store: any Store<TodoItem>
  private let views: TodoViews

  package init(_ store: any Store<TodoItem>, views: TodoViews = .console) { (self.store, self.views) = (store, views) }

  package var all: [Module] { [list, add] }

  private var list: Module {
    Module(.todo, opens: .add) { [store, views] router, _ in
      let interactor = ListInteractor(TodoDataManager(store, router.environment), router.environment)
      return Assembly(ListPresenter(interactor, router), interactor: interactor, view: views.list)
    }
  }

  private var add: Module {
    Module(.add) { [store, views] router, _ in
      let interactor = AddInteractor(TodoDataManager(store, router.environment), router.environment)
      return Assembly(AddPresenter(interactor, router), interactor: interactor, view: views.add)
    }
  }
}
