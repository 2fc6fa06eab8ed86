import REPL
import Signals

extension ConsoleView {
  /// The language on a terminal: nothing but a text.
  convenience init(language: String) { self.init(.label("", Property(constant: language))) }
}
