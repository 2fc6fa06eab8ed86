import REPL
#if STORE
  import Services
#endif
import VIPER

/// The builder: the only place where the layers meet.
@MainActor package enum __Name__Module {
  #if STORE
    /// The module for one session of a console app, with a store in memory whose calls flows can stub.
    package static func all(for session: Session) -> [Module] {
      let store = MemoryStore<__Name____Item__>()
      return [module(store.named("__route__", session.calls.hermetic))]
    }

    /// The module with any store.
    package static func module(_ store: any Store<__Name____Item__>) -> Module {
      Module(.__name__) { router, _ in
        let interactor = __Name__Interactor(store, router.environment)
        return Assembly(__Name__Presenter(interactor, router), interactor: interactor, view: ConsoleView.init)
      }
    }
  #else
    /// The module for one session of a console app.
    package static func all(for session: Session) -> [Module] { [module] }

    /// Its items are lost when the screen closes.
    package static var module: Module {
      Module(.__name__) { router, _ in
        #if INTERACTOR
          let interactor = __Name__Interactor(router.environment)
          return Assembly(__Name__Presenter(interactor, router), interactor: interactor, view: ConsoleView.init)
        #else
          return Assembly(__Name__Presenter(router), view: ConsoleView.init)
        #endif
      }
    }
  #endif
}
