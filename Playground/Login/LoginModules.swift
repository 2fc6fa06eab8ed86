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
      let interactor = OneInteractor(service)
      let presenter = OnePresenter(interactor, router: router)
      return Assembly(view: ConsoleView(presenter), presenter: presenter, interactor: interactor)
    }
  }

  /// A view and a router are enough.
  private var two: Module {
    Module(.two) { router, message in Assembly(view: ConsoleView(message: message, router: router)) }
  }
}
