import VIPER

/// The parts of an app that flows reached.
struct Reach: Codable, Equatable, Sendable {
  /// A way from one screen to another.
  struct Way: Codable, Hashable, Sendable { let from: String, to: String }
  /// A command on a screen.
  struct Command: Codable, Hashable, Sendable {
    let screen: String, name: String

    init(_ command: OfferedCommand, on screen: String) { (self.screen, name) = (screen, command.name) }
  }

  /// The commands and events of an open screen.
  struct Offer: Codable, Equatable, Sendable {
    /// The commands.
    private(set) var commands: [OfferedCommand] = []
    /// The names of the events it listens to.
    private(set) var events: [String] = []

    mutating func formUnion(_ other: Offer) {
      commands += other.commands.filter { !commands.contains($0) }
      events = Set(events).union(other.events).sorted()
    }
  }

  var screens: Set<String> = []
  var ways: Set<Way> = []
  /// The offer of each screen, by route.
  private(set) var offers: [String: Offer] = [:]
  /// The commands that were typed.
  var typed: Set<Command> = []

  /// The commands that screens offered.
  var offered: Set<Command> {
    Set(offers.flatMap { screen, offer in offer.commands.map { Command($0, on: screen) } })
  }

  /// Adds commands and events to a screen's offer.
  mutating func offer(_ screen: String, commands: [OfferedCommand] = [], events: [String] = []) {
    offers[screen, default: Offer()].formUnion(Offer(commands: commands, events: events))
  }

  /// Adds the screens that a transition opens, and the ways to them.
  mutating func add(_ transition: NavigationTree.Transition) {
    for node in transition.opened {
      screens.insert(node.destination.route)
      guard let parent = transition.after.parent(of: node.id) else { continue }
      ways.insert(Way(from: parent.destination.route, to: node.destination.route))
    }
  }

  mutating func formUnion(_ other: Reach) {
    screens.formUnion(other.screens)
    ways.formUnion(other.ways)
    for (screen, offer) in other.offers { offers[screen, default: Offer()].formUnion(offer) }
    typed.formUnion(other.typed)
  }
}
