#if canImport(UIKit) && !os(watchOS)
  public import Signals
  public import UIKit

  extension UIControl {
    /// Executes `command` when the user triggers the control, which is enabled while the command is. While it is disabled, the
    /// reason is its accessibility hint; while it is enabled, `hint` is. `hint` is also its tool tip. While the command runs,
    /// the control has the trait `updatesFrequently`.
    ///
    /// A control has one command: a later one replaces the earlier.
    @discardableResult public func bind<O: Sendable, F: Error>(
      _ command: Command<Void, O, F>, hint: String? = nil, for event: UIControl.Event = .primaryActionTriggered
    ) -> Disposable {
      showToolTip(hint)
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

    /// Cancels these commands; enabled while one of them runs. `hint` is the accessibility hint then.
    @discardableResult public func bind<each I: Sendable, each O: Sendable, each F: Error>(
      cancelling commands: repeat Command<each I, each O, each F>, hint: String? = nil
    ) -> Disposable {
      let cancel = { @Sendable in repeat (each commands).cancel() }
      showToolTip(hint)
      addAction(UIAction(identifier: .command) { _ in cancel() }, for: .primaryActionTriggered)
      return isExecuting(repeat each commands).bind(to: self) { control, isRunning in
        (control.isEnabled, control.accessibilityHint) = (isRunning, isRunning ? hint : nil)
      }
    }
  }

  extension UIControl {
    /// The tool tip shows the effect of the control, even while it is disabled.
    fileprivate func showToolTip(_ hint: String?) {
      #if !os(tvOS)
        toolTip = hint
      #endif
    }
  }

  extension UIBarButtonItem {
    /// Executes `command` when the user taps the item, which is enabled while the command is. While it is disabled, the reason
    /// is its accessibility hint; while it is enabled, `hint` is.
    @discardableResult public func bind<O: Sendable, F: Error>(
      _ command: Command<Void, O, F>, hint: String? = nil
    ) -> Disposable {
      // An action replaces the item's title and image, so it copies them.
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

  extension UIBarButtonItem {
    /// Cancels these commands; enabled while one of them runs. `hint` is the accessibility hint then.
    @discardableResult public func bind<each I: Sendable, each O: Sendable, each F: Error>(
      cancelling commands: repeat Command<each I, each O, each F>, hint: String? = nil
    ) -> Disposable {
      let cancel = { @Sendable in repeat (each commands).cancel() }
      primaryAction = UIAction(title: title ?? "", image: image, identifier: .command) { _ in cancel() }
      return isExecuting(repeat each commands).bind(to: self) { item, isRunning in
        (item.isEnabled, item.accessibilityHint) = (isRunning, isRunning ? hint : nil)
      }
    }
  }

  /// Whether one of the commands runs.
  private func isExecuting<each I: Sendable, each O: Sendable, each F: Error>(
    _ commands: repeat Command<each I, each O, each F>
  ) -> Property<Bool> {
    var isExecuting = Property(constant: false)
    repeat isExecuting = isExecuting.or((each commands).isExecuting)
    return isExecuting
  }

  #if !os(tvOS)
    extension UIRefreshControl {
      /// Executes `command` when the user pulls. The control refreshes while the command runs, even if other code started it.
      @discardableResult public func bind<O: Sendable, F: Error>(_ command: Command<Void, O, F>) -> Disposable {
        let action = UIAction(identifier: .command) { [weak self] _ in
          command.execute()
          // The command refused to run, or is already over.
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
    /// An action replaces the control's action with the same identifier.
    fileprivate static let command = UIAction.Identifier("viper.command")
  }
#endif
