import REPL

extension ConsoleView {
  /// The language on a terminal: nothing but a text.
  convenience init(language: String) { self.init(.label("", language)) }
}
