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
    let navigator = try app.makeNavigator([
      .confirmation { [shown] presenter in
        let dialog = Dialog(presenter)
        shown.dialog = dialog
        return dialog
      }
    ])
    navigator.open("/home").start()
    let question = try app.router("home#1")
      .confirm("Delete all?", message: "They are gone then.", confirm: "Delete", cancel: "Keep")
    return (navigator, Recorder(question))
  }

  @Test("a question is a modal with its texts, over a module that declares nothing") func texts() throws {
    let (navigator, answer) = try ask()
    let texts = Confirmation("Delete all?", message: "They are gone then.", confirm: "Delete", cancel: "Keep")
    #expect(navigator.path == ["home#1", "confirm#2"] && app.stage.kinds.last == .modal)
    #expect(shown.dialog?.presenter.question == texts && answer.events.isEmpty)
  }

  enum Answer: CaseIterable, Sendable { case confirm, cancel, goBack }

  @Test("the answer is one value, delivered after the dialog has closed and is released", arguments: Answer.allCases)
  func answers(answer: Answer) throws {
    let (navigator, question) = try ask()
    switch answer {
    case .confirm: shown.dialog?.presenter.confirm.execute()
    case .cancel: shown.dialog?.presenter.cancel.execute()
    case .goBack: navigator.userBack().start()
    }
    #expect(question.values == [answer == .confirm] && question.isCompleted)
    #expect(navigator.path == ["home#1"] && shown.dialog == nil && navigator.leaks() == [])
  }

  @Test("an opener that disposes the question closes it") func givenUp() throws {
    let (navigator, answer) = try ask()
    answer.dispose()
    #expect(answer.values == [] && navigator.path == ["home#1"])
  }

  @Test("no link opens a question") func notFromOutside() throws {
    let (navigator, _) = try ask()
    shown.dialog?.presenter.cancel.execute()
    let link = Recorder(navigator.open("/home/confirm"))
    #expect(
      link.failure?.description
        == "confirm takes an input that lives in memory only; open it from code, not by a link")
  }
}
