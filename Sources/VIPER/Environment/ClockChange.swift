import Foundation

extension Notification.Name {
  /// The clock was set. Foundation declares the name on Apple platforms only.
  package static let systemClockDidChange = Notification.Name("NSSystemClockDidChangeNotification")
}
