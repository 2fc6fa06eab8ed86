#if canImport(SwiftUI)
  import Observation
  public import Signals
  public import SwiftUI
  public import VIPER

  extension View {
    /// Shows each text in an alert with one button. Alerts appear one after the other.
    public func alerts(_ texts: Signal<String, Never>, title: String = "", button: String = "OK") -> some View {
      modifier(Alerts(texts, title: title, button: button))
    }
  }

  struct Alerts: ViewModifier {
    @State private var queue: AlertQueue
    private let title: String, button: String

    init(_ texts: Signal<String, Never>, title: String, button: String) {
      _queue = State(wrappedValue: AlertQueue(texts))
      (self.title, self.button) = (title, button)
    }

    func body(content: Content) -> some View {
      let isPresented = Binding(get: { !queue.texts.isEmpty }, set: { if !$0 { queue.next() } })
      content.alert(title, isPresented: isPresented) {
        Button(button) {}
      } message: {
        Text(queue.texts.first ?? "")
      }
    }
  }

  /// The texts that the user has not seen yet.
  @MainActor @Observable final class AlertQueue {
    private(set) var texts: [String] = []
    @ObservationIgnored private let bag = DisposeBag()

    init(_ texts: Signal<String, Never>) { texts.bind(to: self) { $0.texts.append($1) }.stored(in: bag) }

    func next() { if !texts.isEmpty { texts.removeFirst() } }
  }

  /// The dialog of `router.confirm(…)`, for an app's list of modules: `Module.confirmation { Screen(ConfirmationView($0)) }`.
  public struct ConfirmationView: View {
    private let presenter: ConfirmationPresenter

    /// The dialog's view.
    public init(_ presenter: ConfirmationPresenter) { self.presenter = presenter }

    /// The question, and a button for each answer.
    public var body: some View {
      VStack {
        Text(presenter.question.title)
        Text(presenter.question.message)
        CommandButton(presenter.question.confirm, presenter.confirm)
        CommandButton(presenter.question.cancel, presenter.cancel)
      }
    }
  }
#endif
