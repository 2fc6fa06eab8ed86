package import VIPER

/// The parts of an app that flows reached.
package struct Reach: Codable, Equatable, Sendable {
  package struct Way: Codable, Hashable, Sendable { package let from: String, to: String }
  package struct Command: Codable, Hashable, Sendable {
    package let screen: String, name: String

    package init(_ command: OfferedCommand, on screen: String) { (self.screen, name) = (screen, command.name) }
  }

  /// The commands and events of an open screen.
  package struct Offer: Codable, Equatable, Sendable {
    package private(set) var commands: [OfferedCommand] = []
    /// The names of the events it listens to.
    package private(set) var events: [String] = []

    package mutating func formUnion(_ other: Offer) {
      commands += other.commands.filter { !commands.contains($0) }
      events = Set(events).union(other.events).sorted()
    }
  }

  package var screens: Set<String>
  package var ways: Set<Way>
  /// The offer of each screen, by route.
  package private(set) var offers: [String: Offer] = [:]
  package var typed: Set<Command>
  /// The names of the calls that the app declares or has made.
  package var calls: Set<String> = []

  package init(screens: Set<String> = [], ways: Set<Way> = [], typed: Set<Command> = []) {
    self.screens = screens
    self.ways = ways
    self.typed = typed
  }

  package var offered: Set<Command> {
    Set(offers.flatMap { screen, offer in offer.commands.map { Command($0, on: screen) } })
  }

  mutating func add(_ more: [String: Offer]) {
    for (screen, offer) in more { offers[screen, default: Offer()].formUnion(offer) }
  }

  /// Adds the screens that a transition opens, and the ways to them.
  package mutating func add(_ transition: NavigationTree.Transition) {
    for node in transition.opened {
      screens.insert(node.destination.route)
      guard let parent = transition.after.parent(of: node.id) else { continue }
      ways.insert(Way(from: parent.destination.route, to: node.destination.route))
    }
  }

  package mutating func formUnion(_ other: Reach) {
    screens.formUnion(other.screens)
    ways.formUnion(other.ways)
    add(other.offers)
    typed.formUnion(other.typed)
    calls.formUnion(other.calls)
  }
}
