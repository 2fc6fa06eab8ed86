import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// The dialog that a router opens for a confirmation.
@MainActor @Suite struct ConfirmationTests {
  @MainActor private final class Dialog {
    let presenter: ConfirmationPresenter
    init(_ presenter: ConfirmationPresenter) { self.presenter = presenter }
  }
  @MainActor private final class Shown {
    weak var dialog: Dialog?
  }
  private let app = TestApp(), shown = Shown()

  private func ask() throws -> (navigator: Navigator, answer: Recorder<Bool, RouteError>) {
    let dialog = Module.confirmation { [shown] presenter in
      let dialog = Dialog(presenter)
      shown.dialog = dialog
      return dialog
    }
    let navigator = try app.open("/home", [dialog])
    let question = try app.router("home#1")
      .confirm("Delete all?", message: "They are gone then.", confirm: "Delete", cancel: "Keep")
    return (navigator, Recorder(question))
  }

  @Test("a question is a modal with its texts, over a module that declares nothing; no link opens it") func texts()
    throws
  {
    let (navigator, answer) = try ask()
    let texts = ConfirmationQuestion("Delete all?", message: "They are gone then.", confirm: "Delete", cancel: "Keep")
    #expect(navigator.path == ["home#1", "confirm#2"])
    #expect(app.stage.kinds.last == .modal)
    #expect(shown.dialog?.presenter.question == texts)
    #expect(answer.events.isEmpty)
    let link = "confirm takes an input that lives in memory only; open it from code, not by a link"
    #expect(Recorder(navigator.open("/home/confirm")).failure?.description == link)
  }

  enum Answer: String, CaseIterable, Sendable { case confirm = "true, end", cancel = "false, end", goBack, disposal }

  @Test(
    "the answer is one value, and no in doubt, delivered after the dialog has closed and is released; disposal closes it, too",
    arguments: Answer.allCases)
  func answers(answer: Answer) throws {
    let (navigator, question) = try ask()
    switch answer {
    case .confirm: shown.dialog?.presenter.confirm.execute()
    case .cancel: shown.dialog?.presenter.cancel.execute()
    case .goBack: navigator.userBack().start()
    case .disposal: question.dispose()
    }
    let expected = answer == .disposal ? "waiting" : answer == .goBack ? Answer.cancel.rawValue : answer.rawValue
    #expect([question.outcome, navigator.address] == [expected, "home#1"])
    #expect(shown.dialog == nil)
    #expect(navigator.leaks() == [])
  }
}
