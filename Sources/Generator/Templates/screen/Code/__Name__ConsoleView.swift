import REPL
import VIPER

extension ConsoleView {
  /// The screen on a terminal: a text, and a command to go back. It needs no presenter.
  convenience init(_ texts: __Name__Texts, router: Router<Never>) {
    self.init(.title(texts.title), .back(router))
  }
}
