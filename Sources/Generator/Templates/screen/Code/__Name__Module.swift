import REPL
import VIPER

/// The builder: a view and a router are enough.
@MainActor package enum __Name__Module {
  /// The module for one session of a console app.
  package static func all(for session: Session) -> [Module] { [module] }

  package static var module: Module {
    Module(.__name__) { router, _ in
      Assembly(view: ConsoleView(__Name__Texts.of(router.environment.locale), router: router))
    }
  }
}
