import Language
import Login
import Search
import Todo
import VIPER

/// Builds the modules; the only place that knows all layers.
@MainActor struct HomeModules {
  let views: SampleViews

  /// All modules, for a navigator.
  var all: [Module] { [home] }

  /// A presenter and a view. Without data, it needs no interactor.
  private var home: Module {
    Module(.home, opens: .todo, .one, .search) { [views] router, _ in
      let presenter = HomePresenter(router)
      let texts = HomeTexts.of(router.environment.locale)
      return Assembly(view: views.home(presenter, texts), presenter: presenter)
    }
  }
}
