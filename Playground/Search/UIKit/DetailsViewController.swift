#if canImport(UIKit) && !os(watchOS)
  import Signals
  import UIKit
  import VIPER
  import VIPERUI

  /// One picture under UIKit, with the download in it.
  final class DetailsViewController: FormViewController, EmbeddingViewController {
    private let input: DetailsInput, texts: SearchTexts, parts = UIStackView()
    var embeddingView: UIView { parts }

    init(_ input: DetailsInput, _ texts: SearchTexts) {
      (self.input, self.texts) = (input, texts)
      super.init()
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      title = texts.detailsTitle
      add(Property(constant: input.usrid), "usrid", caption: "usrid")
      add(parts, nil)
    }
  }

  /// The download under UIKit.
  final class DownloadViewController: FormViewController {
    private let presenter: DownloadPresenter

    init(_ presenter: DownloadPresenter) {
      self.presenter = presenter
      super.init()
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let texts = presenter.texts, bar = UIProgressView(), busy = UIActivityIndicatorView()
      let cancel = UIButton(type: .system)
      add(bar, "progress")
      add(presenter.status, "status")
      add(busy, nil)
      add(texts.downloadTitle, "download", presenter.download, hint: texts.download)
      add(cancel, "cancel")
      cancel.setTitle(texts.cancelTitle, for: .normal)
      bar.bind(progress: presenter.progress)
      busy.bind(animating: presenter.download.isExecuting)
      cancel.bind(cancelling: presenter.download, hint: texts.cancelDownload)
      bind(alerts: presenter.problems)
    }
  }

  /// The message under UIKit.
  final class MessageViewController: FormViewController {
    private let cancel: Command<Void, Void, RouteError>, texts: SearchTexts

    init(_ cancel: Command<Void, Void, RouteError>, _ texts: SearchTexts) {
      (self.cancel, self.texts) = (cancel, texts)
      super.init()
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      title = texts.messageTitle
      add(texts.cancelTitle, "cancel", cancel, hint: texts.cancelMessage)
    }
  }

  /// The plain screen under UIKit.
  final class AboutViewController: FormViewController {
    private let screen: AboutScreen

    init(_ screen: AboutScreen) {
      self.screen = screen
      super.init()
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let texts = screen.texts
      title = texts.aboutTitle
      add(Property(constant: texts.about), "about")
      add(screen.status, "returned", caption: texts.returnedLabel)
      add(texts.messageTitle, "message", screen.message, hint: texts.openMessage)
      add(texts.sendTitle, "send", screen.send, hint: texts.send)
      add(texts.notifyTitle, "notify", screen.notify, hint: texts.notify)
      bind(alerts: screen.problems)
    }
  }
#endif
