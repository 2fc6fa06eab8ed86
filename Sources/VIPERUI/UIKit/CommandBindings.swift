#if canImport(UIKit) && !os(watchOS)
  import Signals
  import UIKit

  extension UIControl {
    /// Executes `command` when the user triggers the control, which is enabled while the command is. Why it is disabled is its
    /// accessibility hint; while it is enabled, `hint` is. While the command runs, the control has the trait `updatesFrequently`.
    ///
    /// A control has one command: a later one takes the place of the earlier.
    @discardableResult public func bind<O: Sendable, F: Error>(
      _ command: Command<Void, O, F>, hint: String? = nil, for event: UIControl.Event = .primaryActionTriggered
    ) -> Disposable {
      addAction(UIAction(identifier: .command) { _ in command.execute() }, for: event)
      return command.state(for: hint).bind(to: self) { control, state in
        (control.isEnabled, control.accessibilityHint) = (state.isEnabled, state.hint)
        if state.isRunning {
          control.accessibilityTraits.insert(.updatesFrequently)
        } else {
          control.accessibilityTraits.remove(.updatesFrequently)
        }
      }
    }

    /// Ends what `command` has begun; enabled while it runs.
    @discardableResult public func bind<I: Sendable, O: Sendable, F: Error>(
      cancelling command: Command<I, O, F>, hint: String? = nil
    ) -> Disposable {
      accessibilityHint = hint
      addAction(UIAction(identifier: .command) { _ in command.cancel() }, for: .primaryActionTriggered)
      return bind(enabled: command.isExecuting)
    }
  }

  extension UIBarButtonItem {
    /// Executes `command` when the user taps the item, which is enabled while the command is. Why it is disabled is its
    /// accessibility hint; while it is enabled, `hint` is.
    @discardableResult public func bind<O: Sendable, F: Error>(
      _ command: Command<Void, O, F>, hint: String? = nil
    ) -> Disposable {
      // An action brings a title and an image of its own.
      let action = UIAction(title: title ?? "", image: image, identifier: .command) { _ in command.execute() }
      primaryAction = action
      return command.state(for: hint).bind(to: self) { item, state in
        (item.isEnabled, item.accessibilityHint) = (state.isEnabled, state.hint)
        if state.isRunning {
          item.accessibilityTraits.insert(.updatesFrequently)
        } else {
          item.accessibilityTraits.remove(.updatesFrequently)
        }
      }
    }
  }

  #if !os(tvOS)
    extension UIRefreshControl {
      /// Executes `command` when the user pulls; shows that it runs, whoever has started it.
      @discardableResult public func bind<O: Sendable, F: Error>(_ command: Command<Void, O, F>) -> Disposable {
        let action = UIAction(identifier: .command) { [weak self] _ in
          command.execute()
          // It was refused, or is over.
          if !command.isExecuting.value { self?.endRefreshing() }
        }
        addAction(action, for: .valueChanged)
        return command.isExecuting.bind(to: self) { control, isRunning in
          if !isRunning { control.endRefreshing() } else if !control.isRefreshing { control.beginRefreshing() }
        }
      }
    }
  #endif

  extension UIAction.Identifier {
    /// Adding an action takes the place of one with the same identifier.
    fileprivate static let command = UIAction.Identifier("viper.command")
  }
#endif
