import REPL
import Services
import VIPER

extension Route<Void, Never> {
  /// Asks for a user name and a password, and jumps.
  package static var one: Self { Route("one") }
}

extension Route<String, Never> {
  /// Shows a message until it is touched.
  package static var two: Self { Route("two", style: .modal) }
}

/// The builders: the only place where the layers meet. Screen two needs no more than a view and a router.
@MainActor package func loginModules(_ transport: any HTTPTransport) -> [Module] {
  [
    Module(.one, opens: .two) { router, _ in
      let interactor = OneInteractor(transport), presenter = OnePresenter(interactor, router)
      return Assembly(view: ConsoleView(presenter), presenter: presenter, interactor: interactor)
    },
    Module(.two) { router, message in
      let touch = LoginTexts.of(router.environment.locale).touch
      return Assembly(view: ConsoleView(.label("", message), .touch(router.back, help: touch)))
    },
  ]
}
