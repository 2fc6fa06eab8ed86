#if canImport(SwiftUI)
  import Signals
  import SwiftUI
  import VIPERUI

  /// The list under SwiftUI.
  struct ListView: View {
    private let presenter: ListPresenter
    @Observed private var rows: [ListRow]
    @Observed private var noContent: String
    @Observed private var problem: String
    @Observed private var isLoading: Bool

    init(_ presenter: ListPresenter) {
      self.presenter = presenter
      _rows = Observed(presenter.rows)
      _noContent = Observed(presenter.noContent)
      _problem = Observed(presenter.loadProblem)
      _isLoading = Observed(presenter.isLoading)
    }

    private var sections: [String] {
      rows.map(\.section).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    var body: some View {
      List {
        Text(problem)
        Text(noContent)
        if isLoading { ProgressView() }
        ForEach(sections, id: \.self) { section in
          Section(section) {
            ForEach(rows.filter { $0.section == section }) { row in line(row) }
          }
        }
      }
      .navigationTitle(presenter.texts.listTitle)
      .toolbar {
        CommandButton(presenter.texts.addTitle, presenter.add, hint: presenter.texts.add).accessibilityIdentifier("add")
        CommandButton(presenter.texts.undoTitle, presenter.undo, hint: presenter.texts.undo)
          .accessibilityIdentifier("undo")
      }
      .alerts(presenter.problems)
    }

    private func line(_ row: ListRow) -> some View {
      let texts = VStack {
        Text(row.title)
        Text(row.dueDay)
      }
      #if os(tvOS)
        return texts.contextMenu { actions(row) }
      #else
        return texts.swipeActions { actions(row) }
      #endif
    }

    @ViewBuilder private func actions(_ row: ListRow) -> some View {
      Button(presenter.texts.completeTitle) { presenter.complete.execute(row) }
      Button(presenter.texts.deleteTitle) { presenter.delete.execute(row) }
    }
  }
#endif
