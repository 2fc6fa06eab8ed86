/// What screens offer to be typed, and listen to: each is opened once, by its path, in a session of its own.
@MainActor final class ScreenCatalog {
  /// What came of opening a path.
  struct Visit {
    /// What may be typed there; nil if another path is visible.
    let declaration: ConsoleView.Declaration?
    /// What each screen that is open offers by itself, by its route.
    let screens: [String: ConsoleView.Declaration]
    /// The names of the events each of them listens to.
    let events: [String: [String]]
    /// Why it did not open.
    let refusal: String?
  }
  private let app: ConsoleApp
  private let options: [String: String]
  private var known: [String: Visit] = [:]

  init(_ app: ConsoleApp, options: [String: String]) {
    self.app = app
    self.options = options
  }

  /// What the screen at a path such as `todo/add` offers; nil if it cannot be opened by it.
  func declaration(_ path: String) async -> ConsoleView.Declaration? { await visit(path).declaration }

  /// Opens a path such as `todo/add`.
  func visit(_ path: String) async -> Visit {
    if let known = known[path] { return known }
    let prompt = Prompt { [app, options] in Session(scripted: app, options: options) }
    let output = await prompt.run(":open /\(path)"), console = prompt.session.console
    let refusal = output.first.flatMap { $0.hasPrefix("! ") ? String($0.dropFirst(2)) : nil }
    let visit = Visit(
      declaration: prompt.text == "\(path)> " ? console.declaration : nil, screens: console.declarations,
      events: console.events, refusal: refusal)
    prompt.abandon()
    known[path] = visit
    return visit
  }
}
