import REPL
import Signals
import VIPER

extension ConsoleView {
  /// The other screen: a message, and a way back. It needs no presenter.
  convenience init(message: String, help: LoginTexts.Help, router: Router<Never>) {
    self.init(.label("", message), .touch(router.back, help: help.touch))
  }
}
