import Login
import REPL
import Search
import Todo
import VIPER

/// The builders: the only place where the layers meet.
@MainActor struct HomeModules {
  /// All of them, for a navigator.
  var all: [Module] { [home] }

  /// A presenter and a view: there is nothing to ask for.
  private var home: Module {
    Module(.home, opens: .todo, .one, .search) { router, _ in
      let presenter = HomePresenter(router)
      let texts = HomeTexts.of(router.environment.locale)
      return Assembly(view: ConsoleView(presenter, help: texts), presenter: presenter)
    }
  }
}
