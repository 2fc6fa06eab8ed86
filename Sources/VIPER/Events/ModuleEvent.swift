public import Foundation

/// A named, typed message between open modules.
///
///     extension ModuleEvent<URL> {
///       static var download: Self { ModuleEvent("download") }
///     }
///
///     router.send(.download, url, to: .parent).start()
///     router.received(.download).observeValues { print($0) }
///       .stored(in: router.alive)
public struct ModuleEvent<Payload: Sendable>: Sendable {
  /// The event's name, as traces show it and flows send it.
  public let name: String
  /// The system notification that the event is bridged to, if any.
  let bridge:
    (
      name: Notification.Name, read: @Sendable (Notification) -> Payload?,
      write: @Sendable (Payload) -> [String: String]
    )?

  /// An event that only modules send and receive.
  public init(_ name: String) {
    self.name = name
    bridge = nil
  }

  /// An event that is bridged to a system notification, both ways: each such notification arrives as an event, and each event
  /// sent is also posted.
  ///
  /// - Parameters:
  ///   - name: the name of the notification and of the event.
  ///   - read: returns the payload of a notification, or nil to ignore it. Called on the posting thread.
  ///   - write: returns the `userInfo` for a payload.
  public init(
    _ name: Notification.Name, read: @escaping @Sendable (Notification) -> Payload?,
    write: @escaping @Sendable (Payload) -> [String: String] = { _ in [:] }
  ) {
    self.name = name.rawValue
    bridge = (name, read, write)
  }
}

extension ModuleEvent {
  /// Reads a payload from JSON; an event without payload accepts empty text, `null` and `{}`.
  func read(_ json: String) throws(RouteError) -> Payload {
    if let nothing = () as? Payload {
      guard ["", "null", "{}"].contains(json) else {
        throw .invalid(.event, "'\(name)' has no payload; leave it out")
      }
      return nothing
    }
    guard let type = Payload.self as? any Decodable.Type else {
      throw .invalid(.event, "a \(Payload.self) cannot be read from JSON; send '\(name)' from code")
    }
    guard let value = try? JSONDecoder().decode(type, from: Data(json.utf8)), let payload = value as? Payload else {
      throw .invalid(.event, "the payload of '\(name)' cannot be read as \(Payload.self): \(json.prefix(80))")
    }
    return payload
  }
}

/// The modules that an event is sent to.
public struct Recipients: Sendable {
  enum Kind: Sendable { case all, parent, children, modules([String]) }
  let kind: Kind

  /// Every open module that listens, except the sender.
  public static let all = Recipients(kind: .all)
  /// The module that the sender is open on. It has to listen.
  public static let parent = Recipients(kind: .parent)
  /// The modules open on the sender that listen.
  public static let children = Recipients(kind: .children)

  /// Every open module of these routes, which may include the sender. Each route has to be open, and each of its modules has
  /// to listen.
  public static func modules<each A, each B>(_ routes: repeat Route<each A, each B>) -> Recipients {
    var names: [String] = []
    for name in repeat (each routes).name { if !names.contains(name) { names.append(name) } }
    return Recipients(kind: .modules(names))
  }
}
