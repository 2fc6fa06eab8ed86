public import Signals

/// A question that the user answers with one of two buttons.
public struct ConfirmationQuestion: Hashable, Sendable {
  /// The question: `Delete all items?`.
  public let title: String
  /// Details that the user should know before answering; empty if the title is enough.
  public let message: String
  /// The label of the button that confirms: `Delete`.
  public let confirm: String
  /// The label of the button that changes nothing: `Keep`.
  public let cancel: String

  /// A question in the user's language.
  public init(_ title: String, message: String = "", confirm: String, cancel: String) {
    (self.title, self.message, self.confirm, self.cancel) = (title, message, confirm, cancel)
  }
}

extension Route<ConfirmationQuestion, Bool> {
  /// The dialog of ``Router/confirm(_:message:confirm:cancel:)``. Its input is in memory only, so no link can open it.
  public static var confirm: Self { Route(transient: "confirm", style: .modal) }
}

extension Router {
  /// Asks the user a question in a dialog over this screen. Gives one value: true if the user confirms, false if the user
  /// cancels or goes back.
  ///
  /// The arguments are those of a ``ConfirmationQuestion``. The app needs the module of the dialog: ``Module/confirmation(view:)``.
  public func confirm(
    _ title: String, message: String = "", confirm: String, cancel: String
  ) -> Signal<Bool, RouteError> {
    present(.confirm, with: ConfirmationQuestion(title, message: message, confirm: confirm, cancel: cancel))
      .replaceEmpty(with: false)
  }
}

/// The presenter of a dialog that ``Router/confirm(_:message:confirm:cancel:)`` opens.
@MainActor public final class ConfirmationPresenter: Presenter {
  /// The texts to show.
  public let question: ConfirmationQuestion
  /// Closes the dialog; the opener gets true.
  public let confirm: Command<Void, Void, RouteError>
  /// Closes the dialog; the opener gets false.
  public let cancel: Command<Void, Void, RouteError>

  init(_ question: ConfirmationQuestion, _ router: Router<Bool>) {
    self.question = question
    confirm = Command(finishing: router, with: true)
    cancel = Command(finishing: router, with: false)
  }
}

extension Module {
  /// The module of the dialog that ``Router/confirm(_:message:confirm:cancel:)`` opens. No module has to declare it with
  /// `opens:`.
  ///
  /// - Parameter view: makes the app's view for the presenter. REPL has one for the terminal: `Module.confirmation`.
  public static func confirmation(
    view: @escaping @MainActor @Sendable (ConfirmationPresenter) -> AnyObject
  ) -> Module {
    Module(.confirm, fromAnywhere: true) { router, question in
      let presenter = ConfirmationPresenter(question, router)
      return Assembly(view: view(presenter), presenter: presenter)
    }
  }
}
