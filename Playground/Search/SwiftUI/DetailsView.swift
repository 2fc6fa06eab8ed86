#if canImport(SwiftUI)
  import Signals
  import SwiftUI
  import VIPER
  import VIPERUI

  /// One picture under SwiftUI, with the download in it.
  struct DetailsView: View {
    let input: DetailsInput, texts: SearchTexts

    var body: some View {
      VStack {
        Text("usrid: \(input.usrid)")
        EmbeddedModules(of: .download)
      }
      .navigationTitle(texts.detailsTitle)
    }
  }

  /// The download under SwiftUI.
  struct DownloadView: View {
    private let presenter: DownloadPresenter
    @Observed private var progress: (count: Int, total: Int)?
    @Observed private var status: String

    init(_ presenter: DownloadPresenter) {
      self.presenter = presenter
      _progress = Observed(presenter.progress)
      _status = Observed(presenter.status)
    }

    var body: some View {
      VStack {
        if let progress { ProgressView(value: Double(progress.count), total: Double(max(progress.total, 1))) }
        Text(status)
        CommandButton(presenter.texts.downloadTitle, presenter.download, hint: presenter.texts.download)
          .accessibilityIdentifier("download")
      }
      .alerts(presenter.problems)
    }
  }

  /// The message under SwiftUI.
  struct MessageView: View {
    let cancel: Command<Void, Void, RouteError>, texts: SearchTexts

    var body: some View {
      CommandButton(texts.cancelTitle, cancel, hint: texts.cancelMessage)
        .accessibilityIdentifier("cancel")
        .navigationTitle(texts.messageTitle)
    }
  }

  /// The plain screen under SwiftUI.
  struct AboutView: View {
    private let screen: AboutScreen
    @Observed private var status: String

    init(_ screen: AboutScreen) {
      self.screen = screen
      _status = Observed(screen.status)
    }

    var body: some View {
      VStack {
        Text(screen.texts.about)
        Text(status)
        CommandButton(screen.texts.messageTitle, screen.message).accessibilityIdentifier("message")
        CommandButton(screen.texts.sendTitle, screen.send).accessibilityIdentifier("send")
        CommandButton(screen.texts.notifyTitle, screen.notify).accessibilityIdentifier("notify")
      }
      .navigationTitle(screen.texts.aboutTitle)
      .alerts(screen.problems)
    }
  }
#endif
