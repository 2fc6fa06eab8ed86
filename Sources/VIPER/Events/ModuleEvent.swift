import Foundation

/// A named, typed message. The events a module receives are its interface while it is alive.
///
///     extension ModuleEvent<URL> { static var download: Self { ModuleEvent("download") } }
///
///     router.send(.download, url, to: .parent).start()
///     router.received(.download).observeValues { print($0) }.stored(in: router.alive)
public struct ModuleEvent<Payload: Sendable>: Sendable {
  /// The event's name, in traces and for flows.
  public let name: String
  /// How it is written to and read from the notification centre.
  let bridge:
    (
      name: Notification.Name, read: @Sendable (Notification) -> Payload?,
      write: @Sendable (Payload) -> [String: String]
    )?

  /// An event between modules.
  public init(_ name: String) {
    self.name = name
    bridge = nil
  }

  /// The two-way bridge to a system notification: what the centre posts arrives as events, what is sent is posted, too.
  ///
  /// - Parameters:
  ///   - name: the notification's name, and the event's.
  ///   - read: the payload of a notification; nil ignores it. Called on the thread that posts.
  ///   - write: the `userInfo` of a payload that is sent.
  public init(
    _ name: Notification.Name, read: @escaping @Sendable (Notification) -> Payload?,
    write: @escaping @Sendable (Payload) -> [String: String] = { _ in [:] }
  ) {
    self.name = name.rawValue
    bridge = (name, read, write)
  }
}

extension ModuleEvent {
  /// A payload written as JSON; for events without payload, nothing.
  func read(_ json: String) throws(RouteError) -> Payload {
    if let nothing = () as? Payload {
      guard ["", "null", "{}"].contains(json) else {
        throw .invalid(.event, "'\(name)' carries nothing; leave the payload out")
      }
      return nothing
    }
    guard let type = Payload.self as? any Decodable.Type else {
      throw .invalid(.event, "a \(Payload.self) cannot be read from JSON; send '\(name)' from code")
    }
    guard let payload = (try? JSONDecoder().decode(type, from: Data(json.utf8))) as? Payload else {
      throw .invalid(.event, "the payload of '\(name)' cannot be read as \(Payload.self): \(json.prefix(80))")
    }
    return payload
  }
}

/// Whom an event is for.
public struct Recipients: Sendable {
  enum Kind: Sendable { case all, parent, children, modules([String]) }
  let kind: Kind

  /// Every other open module that listens.
  public static let all = Recipients(kind: .all)
  /// The module that this one is open on. It has to listen.
  public static let parent = Recipients(kind: .parent)
  /// The modules open on this one that listen.
  public static let children = Recipients(kind: .children)

  /// Every open module of these routes, the one sending included. Each route has to be open, and each of its modules has to
  /// listen.
  public static func modules<each A, each B>(_ routes: repeat Route<each A, each B>) -> Recipients {
    var names: [String] = []
    for name in repeat (each routes).name {
      if !names.contains(name) { names.append(name) }
    }
    return Recipients(kind: .modules(names))
  }
}
