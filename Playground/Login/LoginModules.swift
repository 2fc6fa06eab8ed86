import Language
import Services
import Signals
import VIPER

extension Route<Void, Never> {
  /// The login form, with a jump to the other screen.
  package static var one: Self { Route("one") }
}

extension Route<String, Never> {
  /// Shows a message until a touch.
  package static var two: Self { Route("two", style: .modal) }
}

/// Builds the modules; the only place that knows all layers. Screen two needs only a view and a router.
@MainActor package func loginModules(
  _ transport: any HTTPTransport, views: LoginViews = .console
) -> [Module] {
  [
    Module(.one, opens: .two) { router, _ in
      let interactor = OneInteractor(transport), presenter = OnePresenter(interactor, router)
      return Assembly(view: views.one(presenter), presenter: presenter, interactor: interactor)
    },
    Module(.two) { router, message in
      Assembly(view: views.two(message, Command(back: router), LoginTexts.of(router.environment.locale)))
    },
  ]
}
