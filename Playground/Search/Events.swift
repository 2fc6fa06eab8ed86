import Foundation
import VIPER

extension ModuleEvent<String> {
  /// The results send this event when they are loaded.
  package static var loadData: Self { ModuleEvent("loadData") }
}

extension ModuleEvent<[String: String]> {
  /// The system's notification of the same name, with the texts of its user info.
  package static var startSearch: Self {
    ModuleEvent(
      .startSearch,
      read: { ($0.userInfo ?? [:]).reduce(into: [:]) { texts, info in texts["\(info.key)"] = info.value as? String } },
      write: { $0 })
  }
}

extension Notification.Name {
  package static let startSearch = Notification.Name("StartSearchNotification")
}
