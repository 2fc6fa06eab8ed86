#if canImport(UIKit) && !os(watchOS)
  import Signals
  import UIKit
  import VIPERUI

  /// The search under UIKit. Its fields are left when it starts.
  final class SearchViewController: FormViewController {
    private let presenter: SearchPresenter

    init(_ presenter: SearchPresenter) {
      self.presenter = presenter
      super.init()
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let texts = presenter.texts, main = UITextField(), second = UITextField(), busy = UIActivityIndicatorView()
      let cancel = UIButton(type: .system)
      title = texts.searchTitle
      add(main, "main")
      add(second, "second")
      add(texts.searchTitle, "search", presenter.search, hint: texts.search)
      add(cancel, "cancel")
      add(busy, nil)
      add(presenter.event, "event", caption: texts.eventLabel)
      add(presenter.returned, "returned", caption: texts.returnedLabel)
      add(texts.messageTitle, "message", presenter.message, hint: texts.openMessage)
      add(texts.settingTitle, "setting", presenter.setting, hint: texts.openSetting)
      add(texts.aboutTitle, "about", presenter.about, hint: texts.openAbout)
      (main.accessibilityHint, second.accessibilityHint) = (texts.main, texts.second)
      cancel.setTitle(texts.cancelTitle, for: .normal)

      main.bind(text: presenter.main)
      second.bind(text: presenter.second)
      cancel.bind(cancelling: presenter.search, hint: texts.cancelSearch)
      busy.bind(animating: presenter.search.isExecuting)
      presenter.endEditing.bind(to: self) { controller, _ in controller.view.endEditing(true) }
      bind(alerts: presenter.alerts, title: texts.alertTitle, button: texts.alertButton)
      bind(alerts: presenter.problems)
    }
  }
#endif
