#if canImport(SwiftUI)
  import Signals
  import SwiftUI
  import VIPERUI

  /// The sheet for a new item under SwiftUI.
  struct AddView: View {
    private let presenter: AddPresenter
    @Field private var name: String
    @Field private var due: Date
    @Observed private var calendar: Calendar
    @Observed private var lock: String?

    init(_ presenter: AddPresenter) {
      self.presenter = presenter
      _name = Field(presenter.name)
      _due = Field(presenter.due)
      _calendar = Observed(presenter.calendar)
      _lock = Observed(presenter.lock)
    }

    var body: some View {
      Form {
        TextField(presenter.texts.name, text: $name).accessibilityIdentifier("name")
        #if !os(tvOS)
          DatePicker(presenter.texts.due, selection: $due, displayedComponents: .date).accessibilityIdentifier("due")
        #endif
        if lock != nil { ProgressView() }
      }
      .disabled(lock != nil)
      .environment(\.calendar, calendar)
      .navigationTitle(presenter.texts.addTitle)
      .toolbar {
        CommandButton(presenter.texts.cancelTitle, presenter.cancel, hint: presenter.texts.cancel)
          .accessibilityIdentifier("cancel")
        CommandButton(presenter.texts.saveTitle, presenter.save, hint: presenter.texts.save)
          .accessibilityIdentifier("save")
      }
      .alerts(presenter.problems)
    }
  }
#endif
