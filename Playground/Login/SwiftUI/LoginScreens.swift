#if canImport(SwiftUI)
  import Signals
  import SwiftUI
  import VIPER
  import VIPERUI

  /// The login under SwiftUI.
  struct OneView: View {
    private let presenter: OnePresenter
    @Field private var user: String
    @Field private var password: String
    @Observed private var isBusy: Bool

    init(_ presenter: OnePresenter) {
      self.presenter = presenter
      _user = Field(presenter.user)
      _password = Field(presenter.password)
      _isBusy = Observed(presenter.login.isExecuting)
    }

    var body: some View {
      Form {
        TextField(presenter.texts.user, text: $user).accessibilityIdentifier("user")
        SecureField(presenter.texts.password, text: $password).accessibilityIdentifier("password")
        CommandButton(presenter.texts.title, presenter.login, hint: presenter.texts.login)
          .accessibilityIdentifier("login")
        Button(presenter.texts.cancelTitle) { presenter.login.cancel() }.disabled(!isBusy)
          .accessibilityIdentifier("cancel")
        CommandButton(presenter.texts.jumpTitle, presenter.jump, hint: presenter.texts.jump)
          .accessibilityIdentifier("jump")
        if isBusy { ProgressView() }
      }
      .navigationTitle(presenter.texts.title)
      .alerts(presenter.alerts, title: presenter.texts.alertTitle, button: presenter.texts.alertButton)
      .alerts(presenter.problems)
    }
  }

  /// The message under SwiftUI: a touch anywhere goes back.
  struct TwoView: View {
    let message: String, touch: Command<Void, Void, RouteError>, texts: LoginTexts

    var body: some View {
      CommandButton(touch, hint: texts.touch) { Text(message) }.accessibilityIdentifier("touch")
    }
  }
#endif
