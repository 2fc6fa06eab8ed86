import REPL
import Signals
import VIPER

extension ConsoleView {
  /// The screen on a terminal: a text, and a way back. It needs no presenter.
  convenience init(_ texts: __Name__Texts, router: Router<Never>) {
    self.init(
      .title(Property(constant: texts.title)),
      .button("back", router.back, because: Property(constant: texts.nothingBelow), help: texts.backHelp))
  }
}
