/// What screens offer to be typed: each is opened once, by its path, in a session of its own.
@MainActor final class ScreenCatalog {
  private let app: ConsoleApp
  private let options: [String: String]
  /// The screens that were asked for; nil for those that cannot be opened without an input.
  private var known: [String: ConsoleView.Declaration?] = [:]

  init(_ app: ConsoleApp, options: [String: String]) {
    self.app = app
    self.options = options
  }

  /// What the screen at a path such as `todo/add` offers; nil if it cannot be opened by it.
  func declaration(_ path: String) async -> ConsoleView.Declaration? {
    if let known = known[path] { return known }
    let prompt = Prompt { [app, options] in Session(scripted: app, options: options) }
    _ = await prompt.run(":open /\(path)")
    let declaration = prompt.text == "\(path)> " ? prompt.session.console.declaration : nil
    prompt.abandon()
    known[path] = .some(declaration)
    return declaration
  }
}
