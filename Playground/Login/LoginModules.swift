import REPL
import Services
import VIPER

/// The builders: the only place where the layers meet.
@MainActor package struct LoginModules {
  private let service: LoginService

  package init(_ transport: any HTTPTransport) { service = LoginService(transport) }

  /// All of them, for a navigator.
  package var all: [Module] { [one, two] }

  private var one: Module {
    Module(.one, opens: .two) { [service] router, _ in
      let locale = router.environment.locale, interactor = OneInteractor(service)
      let presenter = OnePresenter(interactor, router: router)
      let view = ConsoleView(presenter, help: LoginTexts.of(locale).help)
      return Assembly(view: view, presenter: presenter, interactor: interactor)
    }
  }

  /// A view and a router are enough.
  private var two: Module {
    Module(.two) { router, message in
      let help = LoginTexts.of(router.environment.locale).help
      return Assembly(view: ConsoleView(message: message, help: help, router: router))
    }
  }
}
