#if canImport(UIKit) && !os(watchOS)
  public import Signals
  public import UIKit
  public import VIPER

  extension UIViewController {
    /// Shows each text in an alert with one button, on top of the window, as soon as UIKit can present it.
    @discardableResult public func bind(
      alerts: Signal<String, Never>, title: String? = nil, button: String = "OK"
    ) -> Disposable {
      alerts.bind(to: self) { controller, text in
        let alert = UIAlertController(title: title, message: text, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: button, style: .default))
        controller.presentOnTop(alert)
      }
    }

    private func presentOnTop(_ alert: UIAlertController, isLate: Bool = false) {
      whenStill { [weak self] in
        guard let self, let top = layers.last else { return }
        if top.viewIfLoaded?.window?.isHidden == false { return top.present(alert, animated: true) }
        // A view that loads is in the window in the next turn, unless the window is hidden.
        let next = isLate ? UIWindow.shown : Signal.just(()).observe(on: .main)
        next.prefix(1).bind(to: self) { controller, _ in controller.presentOnTop(alert, isLate: true) }
      }
    }
  }

  extension UIAlertController {
    /// The dialog of `router.confirm(…)`, for an app's list of modules: `Module.confirmation { UIAlertController($0) }`.
    public convenience init(_ presenter: ConfirmationPresenter) {
      let question = presenter.question
      self.init(
        title: question.title, message: question.message.isEmpty ? nil : question.message, preferredStyle: .alert)
      addAction(UIAlertAction(title: question.cancel, style: .cancel) { _ in presenter.cancel.execute() })
      addAction(UIAlertAction(title: question.confirm, style: .default) { _ in presenter.confirm.execute() })
    }
  }
#endif
