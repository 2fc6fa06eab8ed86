import VIPER

/// The screens of an app, with their commands, their events, and the screens that they open.
package struct AppGraph: Codable, Sendable {
  package struct Screen: Codable, Equatable, Sendable {
    package let name: String
    package let opens: [String]
    /// The commands; nil if they are unknown, because the screen cannot be opened by its name alone.
    package var commands: [OfferedCommand]?
    /// The names of the events it listens to.
    package var events: [String] = []
    var refusal: String?
  }
  package private(set) var screens: [Screen]
  /// The app's mistakes in screens that cannot be shown, and in the name of its home.
  package private(set) var faults: [String] = []

  package var ways: [Reach.Way] {
    screens.flatMap { screen in screen.opens.map { Reach.Way(from: screen.name, to: $0) } }
  }

  /// Adds commands and events of screens that need an input, as flows reached them.
  package mutating func learn(from reach: Reach) {
    for index in screens.indices where screens[index].commands == nil {
      guard reach.screens.contains(screens[index].name) else { continue }
      let offer = reach.offers[screens[index].name] ?? Reach.Offer()
      screens[index].commands = offer.commands
      screens[index].events = offer.events
      screens[index].refusal = nil
    }
  }

  /// The graph as a text for a reader.
  package var lines: [String] { screens.flatMap(Self.lines) }

  private static func lines(_ screen: Screen) -> [String] {
    var lines = [screen.name]
    if let commands = screen.commands {
      if !commands.isEmpty { lines.append("  type \(commands.map(\.usage).joined(separator: ", "))") }
    } else if let refusal = screen.refusal {
      lines.append("  not known until it is opened: \(refusal)")
    }
    if !screen.events.isEmpty { lines.append("  listens to \(screen.events.joined(separator: ", "))") }
    return lines + (screen.opens.isEmpty ? [] : ["  opens \(screen.opens.joined(separator: ", "))"])
  }
}
