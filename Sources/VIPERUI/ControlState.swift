#if canImport(UIKit) || canImport(SwiftUI)
  import Signals

  /// What a control shows of its command.
  struct ControlState: Sendable {
    let isEnabled: Bool
    let isRunning: Bool
    /// Why it is disabled, or else what it does.
    let hint: String?
  }

  extension Command {
    /// - Parameter hint: what the command does, for its user.
    func state(for hint: String?) -> Property<ControlState> {
      isEnabled.combine(isExecuting, disabledReason) {
        ControlState(isEnabled: $0, isRunning: $1, hint: $2 ?? hint)
      }
    }
  }
#endif
