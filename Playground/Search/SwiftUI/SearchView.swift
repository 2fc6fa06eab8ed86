#if canImport(SwiftUI)
  import Signals
  import SwiftUI
  import VIPERUI

  /// The search under SwiftUI.
  struct SearchView: View {
    private let presenter: SearchPresenter
    @Field private var main: String
    @Field private var second: String
    @Observed private var event: String
    @Observed private var returned: String
    @Observed private var isBusy: Bool

    init(_ presenter: SearchPresenter) {
      self.presenter = presenter
      _main = Field(presenter.main)
      _second = Field(presenter.second)
      _event = Observed(presenter.event)
      _returned = Observed(presenter.returned)
      _isBusy = Observed(presenter.search.isExecuting)
    }

    var body: some View {
      let texts = presenter.texts
      Form {
        TextField(texts.main, text: $main).accessibilityIdentifier("main")
        TextField(texts.second, text: $second).accessibilityIdentifier("second")
        CommandButton(texts.searchTitle, presenter.search, hint: texts.search).accessibilityIdentifier("search")
        Button(texts.cancelTitle) { presenter.search.cancel() }.disabled(!isBusy).accessibilityIdentifier("cancel")
        VStack {
          if isBusy { ProgressView() }
          Text(event)
          Text(returned)
        }
        CommandButton(texts.messageTitle, presenter.message).accessibilityIdentifier("message")
        CommandButton(texts.settingTitle, presenter.setting).accessibilityIdentifier("setting")
        CommandButton(texts.aboutTitle, presenter.about).accessibilityIdentifier("about")
      }
      .navigationTitle(texts.searchTitle)
      .alerts(presenter.alerts, title: texts.alertTitle, button: texts.alertButton)
      .alerts(presenter.problems)
    }
  }

  /// The results under SwiftUI.
  struct ResultsView: View {
    private let presenter: ResultsPresenter
    @Observed private var rows: [Picture]
    @Observed private var isLoading: Bool

    init(_ presenter: ResultsPresenter) {
      self.presenter = presenter
      _rows = Observed(presenter.rows)
      _isLoading = Observed(presenter.isLoading)
    }

    var body: some View {
      let texts = presenter.texts
      List {
        if rows.isEmpty { Text(texts.noPictures) }
        // The same picture may be found twice.
        ForEach(rows.indices, id: \.self) { index in
          Button(rows[index].title) { presenter.open.execute(rows[index]) }.accessibilityIdentifier("open \(index + 1)")
        }
        if isLoading { ProgressView() }
        CommandButton(texts.moreTitle, presenter.more, hint: texts.more).accessibilityIdentifier("more")
      }
      .refreshable(by: presenter.refresh)
      .navigationTitle(texts.resultsTitle)
      .alerts(presenter.alerts, title: texts.alertTitle, button: texts.alertButton)
      .alerts(presenter.problems)
    }
  }
#endif
