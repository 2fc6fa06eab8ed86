#if canImport(UIKit) && !os(watchOS)
  import Signals
  import UIKit
  import VIPERUI

  /// The setting under UIKit. The stage gives it its tabs.
  final class SettingTabBarController: UITabBarController {
    init(_ tabs: SettingTabs) {
      super.init(nibName: nil, bundle: nil)
      title = tabs.texts.settingTitle
      bind(alerts: tabs.problems)
    }

    required init?(coder: NSCoder) { nil }
  }

  /// The timer under UIKit.
  final class TimerViewController: FormViewController {
    private let presenter: TimerPresenter

    init(_ presenter: TimerPresenter) {
      self.presenter = presenter
      super.init()
      tabBarItem = UITabBarItem(title: presenter.texts.timerTitle, image: UIImage(systemName: "timer"), tag: 0)
      tabBarItem.accessibilityIdentifier = "timer"
      tabBarItem.accessibilityHint = presenter.texts.showTimer
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let texts = presenter.texts
      add(presenter.status, "status")
      add(texts.startTitle, "start", presenter.start, hint: texts.start)
      add(texts.pauseTitle, "pause", presenter.pause, hint: texts.pause)
      add(texts.resumeTitle, "resume", presenter.resume, hint: texts.resume)
      add(texts.stopTitle, "stop", presenter.stop, hint: texts.stop)
    }
  }

  /// The language under UIKit.
  final class LanguageViewController: FormViewController {
    private let texts: SearchTexts

    init(_ texts: SearchTexts) {
      self.texts = texts
      super.init()
      tabBarItem = UITabBarItem(title: texts.languageTitle, image: UIImage(systemName: "globe"), tag: 1)
      tabBarItem.accessibilityIdentifier = "language"
      tabBarItem.accessibilityHint = texts.showLanguage
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      add(Property(constant: texts.language), "language")
    }
  }
#endif
