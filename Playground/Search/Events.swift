import Foundation
import VIPER

extension ModuleEvent<String> {
  /// The results send it when they are loaded.
  package static var loadData: Self { ModuleEvent("loadData") }
}

extension ModuleEvent<[String: String]> {
  /// The system's notification of the same name; the texts of its user info.
  package static var startSearch: Self {
    ModuleEvent(
      .startSearch,
      read: { notification in
        (notification.userInfo ?? [:]).reduce(into: [String: String]()) { texts, entry in
          if let key = entry.key as? String, let value = entry.value as? String { texts[key] = value }
        }
      },
      write: { $0 })
  }
}

extension Notification.Name {
  package static let startSearch = Notification.Name("StartSearchNotification")
}
