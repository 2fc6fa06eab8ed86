import VIPER

/// What flows reached of an app.
struct Reach: Codable, Equatable, Sendable {
  /// A way from one screen to another.
  struct Way: Codable, Hashable, Sendable { let from: String, to: String }
  /// A command on a screen.
  struct Typed: Codable, Hashable, Sendable {
    let screen: String, command: String

    init(screen: String, command: String) { (self.screen, self.command) = (screen, command) }

    /// A command as `help` shows it: `open N`.
    init(screen: String, usage: String) { self.init(screen: screen, command: String(usage.prefix { $0 != " " })) }
  }

  /// What a screen is good for while it is open.
  struct Offer: Codable, Equatable, Sendable {
    /// What may be typed, as `help` shows it.
    private(set) var commands: [String] = []
    /// The names of the events it listens to.
    private(set) var events: [String] = []

    mutating func formUnion(_ other: Offer) {
      commands += other.commands.filter { !commands.contains($0) }
      events = Set(events).union(other.events).sorted()
    }
  }

  var screens: Set<String> = []
  var ways: Set<Way> = []
  /// What each screen offered.
  private(set) var offers: [String: Offer] = [:]
  /// The commands that were typed.
  var typed: Set<Typed> = []

  /// The commands that screens offered.
  var offered: Set<Typed> {
    Set(offers.flatMap { screen, offer in offer.commands.map { Typed(screen: screen, usage: $0) } })
  }

  /// Adds to what a screen offers.
  mutating func offer(_ screen: String, commands: [String] = [], events: [String] = []) {
    offers[screen, default: Offer()].formUnion(Offer(commands: commands, events: events))
  }

  /// What is opened by a step, and from where.
  mutating func add(_ transition: Transition) {
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
