#if canImport(UIKit) && !os(watchOS)
  import Signals
  import UIKit
  import VIPERUI

  /// The login under UIKit.
  final class OneViewController: UIViewController {
    private let presenter: OnePresenter

    init(_ presenter: OnePresenter) {
      self.presenter = presenter
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() {
      let texts = presenter.texts, user = UITextField(), password = UITextField(), busy = UIActivityIndicatorView()
      let login = UIButton(type: .system), cancel = UIButton(type: .system), jump = UIButton(type: .system)
      let form = UIStackView(arrangedSubviews: [user, password, login, cancel, jump, busy])
      form.axis = .vertical
      view = form
      title = texts.title
      password.isSecureTextEntry = true
      (user.placeholder, password.placeholder) = (texts.user, texts.password)
      user.accessibilityIdentifier = "user"
      password.accessibilityIdentifier = "password"
      for (button, name, title) in [
        (login, "login", texts.title), (cancel, "cancel", texts.cancelTitle), (jump, "jump", texts.jumpTitle),
      ] {
        button.setTitle(title, for: .normal)
        button.accessibilityIdentifier = name
      }
      user.accessibilityHint = texts.user
      password.accessibilityHint = texts.password

      user.bind(text: presenter.user)
      password.bind(text: presenter.password)
      login.bind(presenter.login, hint: texts.login)
      cancel.bind(cancelling: presenter.login, hint: texts.cancel)
      jump.bind(presenter.jump, hint: texts.jump)
      busy.bind(animating: presenter.login.isExecuting)
      bind(alerts: presenter.alerts, title: texts.alertTitle, button: texts.alertButton)
      bind(alerts: presenter.problems)
    }
  }
#endif
