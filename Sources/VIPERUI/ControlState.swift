#if canImport(UIKit) || canImport(SwiftUI)
  import Signals

  /// The state of a command that its control shows.
  struct ControlState: Sendable {
    let isEnabled: Bool
    let isRunning: Bool
    /// The effect of the command while it is enabled, otherwise the reason why it is disabled.
    let hint: String?
  }

  extension Command {
    /// - Parameter hint: the effect of the command, for the user.
    func state(for hint: String?) -> Property<ControlState> {
      Property.combineLatest(isEnabled, isExecuting, disabledReason) {
        ControlState(isEnabled: $0, isRunning: $1, hint: $0 ? hint : $2)
      }
    }
  }
#endif
