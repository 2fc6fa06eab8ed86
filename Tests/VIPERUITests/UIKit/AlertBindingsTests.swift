#if STAND_INS
  import Signals
  import Testing
  import UIKit
  import VIPER
  import VIPERUI

  @Suite(.serialized) @MainActor final class AlertBindingsTests: WindowTests {
    private let alerts: (signal: Signal<String, Never>, input: Emitter<String, Never>)

    init() throws {
      let alerts = Signal<String, Never>.pipe()
      self.alerts = alerts
      try super.init { name in
        if name == "confirm Delete?" { return UIAlertController(title: name, message: nil, preferredStyle: .alert) }
        let controller = UIViewController()
        if name == "home" { controller.bind(alerts: alerts.signal, title: "Problem") }
        return controller
      }
    }

    @Test(
      "each text is an alert over everything in the window; a modal that opens below is presented, and the alert comes again"
    )
    func texts() throws {
      _ = (app.views["home"] as? UIViewController)?.view
      alerts.input.send("no network")
      look()
      try app.present(.sheet, on: "home")
      look()
      (modal?.presentedViewController as? UIAlertController)?.tap("OK")
      alerts.input.send("again")
      look()
      #expect(
        seen == [
          "home: [home] / Problem: no network", "home/sheet: [home] / [sheet] / Problem: no network",
          "home/sheet: [home] / [sheet] / Problem: again",
        ])
    }

    @Test("a question is an alert without a stack, and its buttons answer")
    func question() throws {
      let answers = MutableProperty<[Bool]>([]), window = UIWindow()
      let dialog = Module.confirmation { UIAlertController($0) }, router = MutableProperty<Router<Never>?>(nil)
      let home = Module(.home) { made, _ in
        router.value = made
        return Assembly(view: UIViewController())
      }
      let navigator = try Navigator(
        stage: UIKitStage(window: window), environment: app.navigator.environment, modules: [home, dialog])
      navigator.router.setRoot(.home).start()
      for button in ["Delete", "Keep"] {
        router.value?.confirm("Delete?", message: "All of it", confirm: "Delete", cancel: "Keep")
          .observe { if let answer = $0.value { answers.modify { $0.append(answer) } } }
        let alert = try #require(window.rootViewController?.presentedViewController as? UIAlertController)
        #expect(
          [alert.title, alert.message] + alert.actions.map(\.title) == ["Delete?", "All of it", "Keep", "Delete"])
        alert.tap(button)
        #expect(window.rootViewController?.presentedViewController == nil && navigator.tree.value.path.count == 1)
      }
      #expect(answers.value == [true, false])
    }
  }
#endif
