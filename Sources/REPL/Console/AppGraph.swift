import VIPER

/// The screens of an app, with their commands, their events, and the screens that they open.
package struct AppGraph: Codable, Sendable {
  /// A screen by its route.
  package struct Screen: Codable, Equatable, Sendable {
    package let name: String
    let opens: [String]
    /// The commands; nil if they are unknown, because the screen cannot be opened by its name alone.
    package var commands: [OfferedCommand]?
    /// The names of the events it listens to.
    package var events: [String] = []
    /// The reason why it cannot be opened by its name.
    var refusal: String?
  }
  /// The format of a printed graph.
  package enum Format: String { case dot, mermaid, text }

  package private(set) var screens: [Screen]
  /// The app's mistakes in screens that cannot be shown, and in the name of its home.
  package let faults: [String]

  /// The ways from each screen to those that it opens.
  package var ways: [Reach.Way] {
    screens.flatMap { screen in screen.opens.map { Reach.Way(from: screen.name, to: $0) } }
  }

  package init(screens: [Screen], faults: [String] = []) { (self.screens, self.faults) = (screens, faults) }

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

  /// The graph as a text, without a newline at the end.
  package func text(_ format: Format) -> String {
    switch format {
    case .text: return screens.flatMap(Self.lines).joined(separator: "\n")
    case .dot:
      func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
      }
      let nodes = screens.map { screen in
        "  \(quoted(screen.name)) [label=\(quoted(Self.label(screen).joined(separator: "\n")))];"
      }
      let edges = screens.flatMap { screen in screen.opens.map { "  \(quoted(screen.name)) -> \(quoted($0));" } }
      return (["digraph app {", "  node [shape=box];"] + nodes + edges + ["}"]).joined(separator: "\n")
    case .mermaid:
      let ids = Dictionary(screens.enumerated().map { ($1.name, "s\($0)") }) { first, _ in first }
      let nodes = screens.enumerated().map { index, screen in
        let label = Self.label(screen).joined(separator: "<br>")
        return "  s\(index)[\"\(label.replacing("\"", with: "#quot;"))\"]"
      }
      let edges = screens.flatMap { screen in
        screen.opens.map { "  \(ids[screen.name] ?? "") --> \(ids[$0] ?? "")" }
      }
      return (["graph TD"] + nodes + edges).joined(separator: "\n")
    }
  }

  private static func label(_ screen: Screen) -> [String] {
    [screen.name] + (screen.commands ?? []).map(\.usage) + screen.events.map { "listens to \($0)" }
  }

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
