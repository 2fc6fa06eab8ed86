#if canImport(UIKit) && !os(watchOS)
  public import Signals
  public import UIKit
  public import VIPER

  extension UIViewController {
    /// Shows each text in an alert with one button, on top of the window.
    @discardableResult public func bind(
      alerts: Signal<String, Never>, title: String? = nil, button: String = "OK"
    ) -> Disposable {
      alerts.bind(to: self) { controller, text in
        let alert = UIAlertController(title: title, message: text, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: button, style: .default))
        var top = controller.viewIfLoaded?.window?.rootViewController ?? controller
        while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
        top.present(alert, animated: true)
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
