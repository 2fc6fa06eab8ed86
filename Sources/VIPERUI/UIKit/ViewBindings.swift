#if canImport(UIKit) && !os(watchOS)
  public import Signals
  public import UIKit
  import VIPER

  // A binding does not retain its view. It ends when the view is released, or when it is disposed, as a reused cell does.

  extension UIView {
    /// Hides the view while `isHidden` is true.
    @discardableResult public func bind(hidden isHidden: some PropertyProtocol<Bool>) -> Disposable {
      isHidden.bind(to: self) { $0.isHidden = $1 }
    }
  }

  extension UILabel {
    /// Shows `text`.
    @discardableResult public func bind(text: some PropertyProtocol<String>) -> Disposable {
      text.bind(to: self) { $0.text = $1 }
    }
  }

  extension UIControl {
    /// Enables the control while `isEnabled` is true.
    @discardableResult public func bind(enabled isEnabled: some PropertyProtocol<Bool>) -> Disposable {
      isEnabled.bind(to: self) { $0.isEnabled = $1 }
    }

    /// Disables the control while there is a reason, which is then its accessibility hint; while the control is enabled, `hint`
    /// is.
    @discardableResult public func bind(
      disabledReason: some PropertyProtocol<String?>, hint: String? = nil
    ) -> Disposable {
      disabledReason.bind(to: self) { control, reason in
        control.isEnabled = reason == nil
        control.accessibilityHint = reason ?? hint
      }
    }
  }

  extension UIActivityIndicatorView {
    /// Animates while `isBusy` is true.
    @discardableResult public func bind(animating isBusy: some PropertyProtocol<Bool>) -> Disposable {
      isBusy.bind(to: self) { $1 ? $0.startAnimating() : $0.stopAnimating() }
    }
  }

  extension UIProgressView {
    /// Shows the fraction that is done; hidden while the fraction is unknown.
    @discardableResult public func bind(
      progress: some PropertyProtocol<(count: Int, total: Int)?>
    ) -> Disposable {
      progress.bind(to: self) { view, amount in
        view.isHidden = amount == nil
        let progress = Progress(totalUnitCount: Int64(amount?.total ?? 0))
        progress.completedUnitCount = Int64(amount?.count ?? 0)
        view.observedProgress = amount == nil ? nil : progress
      }
    }
  }

  extension UIViewController {
    /// Sets the title, which a navigation bar shows.
    @discardableResult public func bind(title: some PropertyProtocol<String>) -> Disposable {
      title.bind(to: self) { $0.title = $1 }
    }
  }
#endif
