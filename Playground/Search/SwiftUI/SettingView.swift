#if canImport(SwiftUI)
  import Signals
  import SwiftUI
  import VIPERUI

  /// The setting under SwiftUI.
  struct SettingView: View {
    let tabs: SettingTabs

    var body: some View {
      ModuleTabs { route in
        if route == "timer" {
          Label(tabs.texts.timerTitle, systemImage: "timer")
        } else {
          Label(tabs.texts.languageTitle, systemImage: "globe")
        }
      }
      .navigationTitle(tabs.texts.settingTitle)
      .alerts(tabs.problems)
    }
  }

  /// The timer under SwiftUI.
  struct TimerView: View {
    private let presenter: TimerPresenter
    @Observed private var status: String

    init(_ presenter: TimerPresenter) {
      self.presenter = presenter
      _status = Observed(presenter.status)
    }

    var body: some View {
      let texts = presenter.texts
      VStack {
        Text(status)
        CommandButton(texts.startTitle, presenter.start, hint: texts.start).accessibilityIdentifier("start")
        CommandButton(texts.pauseTitle, presenter.pause, hint: texts.pause).accessibilityIdentifier("pause")
        CommandButton(texts.resumeTitle, presenter.resume, hint: texts.resume).accessibilityIdentifier("resume")
        CommandButton(texts.stopTitle, presenter.stop, hint: texts.stop).accessibilityIdentifier("stop")
      }
    }
  }
#endif
