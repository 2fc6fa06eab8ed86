import Signals

/// A question that a user answers with one of two buttons.
public struct Confirmation: Hashable, Sendable {
  /// What is asked: `Delete all items?`.
  public let title: String
  /// What the user should know before the answer; empty if the title says all.
  public let message: String
  /// The words on the button that agrees: `Delete`.
  public let confirm: String
  /// The words on the button that leaves everything as it is: `Keep`.
  public let cancel: String

  /// A question in the user's language.
  public init(_ title: String, message: String = "", confirm: String, cancel: String) {
    (self.title, self.message, self.confirm, self.cancel) = (title, message, confirm, cancel)
  }
}

extension Route<Confirmation, Bool> {
  /// The dialog of ``Router/confirm(_:message:confirm:cancel:)``. Its input lives in memory only, so that no link shows a question.
  public static var confirm: Self { Route(transient: "confirm", style: .modal) }
}

extension Router {
  /// Asks the user in a dialog over this screen, and gives one value: true if the user confirms, false if the user cancels or
  /// goes back.
  ///
  /// The app has to have the dialog among its modules: ``Module/confirmation(view:)``.
  ///
  /// - Parameters:
  ///   - title: what is asked.
  ///   - message: what the user should know before the answer.
  ///   - confirm: the words on the button that agrees.
  ///   - cancel: the words on the button that leaves everything as it is.
  public func confirm(
    _ title: String, message: String = "", confirm: String, cancel: String
  ) -> Signal<Bool, RouteError> {
    present(.confirm, with: Confirmation(title, message: message, confirm: confirm, cancel: cancel))
      .replaceEmpty(with: false)
  }
}

/// The presenter of a dialog that ``Router/confirm(_:message:confirm:cancel:)`` opens.
@MainActor public final class ConfirmationPresenter: Presenter {
  /// The texts to show.
  public let question: Confirmation
  /// Closes the dialog; the opener gets true.
  public let confirm: Command<Void, Void, RouteError>
  /// Closes the dialog; the opener gets false.
  public let cancel: Command<Void, Void, RouteError>

  init(_ question: Confirmation, _ router: Router<Bool>) {
    self.question = question
    confirm = Command(finishing: router, with: true)
    cancel = Command(finishing: router, with: false)
  }
}

extension Module {
  /// The dialog that ``Router/confirm(_:message:confirm:cancel:)`` opens, from every module, without being declared.
  ///
  /// - Parameter view: makes the app's view of it. REPL has one for the terminal: `Module.confirmation`.
  public static func confirmation(
    view: @escaping @MainActor @Sendable (ConfirmationPresenter) -> AnyObject
  ) -> Module {
    Module(.confirm, fromAnywhere: true) { router, question in
      let presenter = ConfirmationPresenter(question, router)
      return Assembly(view: view(presenter), presenter: presenter)
    }
  }
}
