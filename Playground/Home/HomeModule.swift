import Login
import REPL
import Search
import Todo
import VIPER

/// The builder of the home screen.
@MainActor enum HomeModule {
  /// A presenter and a view: there is nothing to ask for.
  static var home: Module {
    Module(.home, opens: .todo, .one, .search) { router, _ in
      let presenter = HomePresenter(router)
      return Assembly(view: ConsoleView(presenter), presenter: presenter)
    }
  }
}
