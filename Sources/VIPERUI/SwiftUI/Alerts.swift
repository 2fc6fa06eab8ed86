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
      let isPresented = Binding(get: { queue.isPresented }, set: { queue.isPresented = $0 })
      content.alert(title, isPresented: isPresented) {
        Button(button) {}
      } message: {
        Text(queue.texts.first ?? "")
      }
      .onChange(of: queue.isPresented) { queue.next() }
    }
  }

  /// The texts that the user has not seen yet; the first one is in the alert. One alert follows another in another update, because
  /// SwiftUI may not notice an alert that ends and begins in one.
  @MainActor @Observable final class AlertQueue {
    private(set) var texts: [String] = []
    var isPresented = false
    @ObservationIgnored private let bag = DisposeBag()

    init(_ texts: Signal<String, Never>) {
      texts.bind(to: self) { queue, text in
        if queue.texts.isEmpty { queue.isPresented = true }
        queue.texts.append(text)
      }.stored(in: bag)
    }

    /// SwiftUI has begun or ended an alert.
    func next() {
      if isPresented { return }
      texts.removeFirst()
      isPresented = !texts.isEmpty
    }
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
