import Foundation

/// How an event is written to and read from the notification centre.
struct NotificationBridge<Payload: Sendable>: Sendable {
  let name: Notification.Name
  let read: @Sendable (Notification) -> Payload?
  let write: @Sendable (Payload) -> [String: String]
}
