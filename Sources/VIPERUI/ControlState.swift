#if canImport(UIKit) || canImport(SwiftUI)
  import Signals

  /// What a control shows of its command.
  struct ControlState: Sendable {
    let isEnabled: Bool
    let isRunning: Bool
    /// What it does while it is enabled, or else why it is not.
    let hint: String?
  }

  extension Command {
    /// - Parameter hint: what the command does, for its user.
    func state(for hint: String?) -> Property<ControlState> {
      isEnabled.combine(isExecuting, disabledReason) {
        ControlState(isEnabled: $0, isRunning: $1, hint: $0 ? hint : $2)
      }
    }
  }
#endif
