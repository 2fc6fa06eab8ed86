import REPL
#if DATAMANAGER
  import Services
#endif
import VIPER

/// The builder: the only place where the layers meet.
@MainActor package enum __Name__Module {
  #if DATAMANAGER
    /// For one session of a console app: kept in memory, by calls that flows can stub.
    package static func all(for session: Session) -> [Module] {
      [module(store: Stored__Name__(MemoryStore<__Name____Item__>().named("__route__", session.calls.hermetic)))]
    }

    /// On any store.
    package static func module(store: any __Name__Storing) -> Module {
      Module(.__name__) { router, _ in
        let interactor = __Name__Interactor(__Name__DataManager(store), environment: router.environment)
        let presenter = __Name__Presenter(interactor, router: router)
        let view = ConsoleView(presenter, __Name__Texts.of(router.environment.locale))
        return Assembly(view: view, presenter: presenter, interactor: interactor)
      }
    }
  #elseif INTERACTOR
    /// For one session of a console app.
    package static func all(for session: Session) -> [Module] { [module] }

    /// What is added is gone when the screen is.
    package static var module: Module {
      Module(.__name__) { router, _ in
        let interactor = __Name__Interactor(environment: router.environment)
        let presenter = __Name__Presenter(interactor, router: router)
        let view = ConsoleView(presenter, __Name__Texts.of(router.environment.locale))
        return Assembly(view: view, presenter: presenter, interactor: interactor)
      }
    }
  #else
    /// For one session of a console app.
    package static func all(for session: Session) -> [Module] { [module] }

    /// What is added is gone when the screen is.
    package static var module: Module {
      Module(.__name__) { router, _ in
        let presenter = __Name__Presenter(router)
        let view = ConsoleView(presenter, __Name__Texts.of(router.environment.locale))
        return Assembly(view: view, presenter: presenter)
      }
    }
  #endif
}
