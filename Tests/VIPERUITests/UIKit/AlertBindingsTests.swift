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

    @Test("a text that comes while a modal is being presented is shown after that") func whilePresenting() async throws
    {
      StandIn.animationsAreHeld = true
      try app.present(.sheet, on: "home")
      alerts.input.send("no network")
      alerts.input.send("no disk")
      StandIn.animationsAreHeld = false
      await StandIn.rest()
      look()
      #expect(seen == ["home/sheet: [home] / [sheet] / Problem: no network / Problem: no disk"])
    }

    @Test("a text that comes while an alert is dismissed is shown after that") func whileDismissing() async throws {
      alerts.input.send("no network")
      StandIn.finishAnimations()
      window.rootViewController?.dismiss(animated: true)
      alerts.input.send("no disk")
      await StandIn.rest()
      look()
      #expect(seen == ["home: [home] / Problem: no disk"])
    }

    @Test("a page under another shows its texts") func covered() throws {
      try app.push(.page, on: "home")
      alerts.input.send("no network")
      look()
      #expect(seen == ["home/page: [home page] / Problem: no network"])
    }

    @Test("an alert stays when the modal below it closes, and under a new root") func closing() throws {
      try app.present(.sheet, on: "home")
      for text in ["no network", "no disk"] {
        alerts.input.send(text)
        StandIn.finishAnimations()
      }
      app.back()
      look()
      app.step(app.navigator.router.setRoot(.first))
      look()
      let alerts = "Problem: no network / Problem: no disk"
      #expect(seen == ["home: [home] / \(alerts)", "first: [first] / \(alerts)"])
    }

    @Test("a text waits for a hidden window") func hidden() async throws {
      window.isHidden = true
      alerts.input.send("no network")
      await StandIn.rest()
      look()
      window.isHidden = false
      await StandIn.rest()
      look()
      #expect(seen == ["home: [home]", "home: [home] / Problem: no network"])
    }

    @Test("a question is an alert without a stack, and its buttons answer")
    func question() throws {
      let answers = MutableProperty<[Bool]>([]), window = UIWindow.onScreen
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
        StandIn.finishAnimations()
        let alert = try #require(window.rootViewController?.presentedViewController as? UIAlertController)
        #expect(
          [alert.title, alert.message] + alert.actions.map(\.title) == ["Delete?", "All of it", "Keep", "Delete"])
        alert.tap(button)
        StandIn.finishAnimations()
        #expect(window.rootViewController?.presentedViewController == nil)
        #expect(navigator.tree.value.path.count == 1)
      }
      #expect(answers.value == [true, false])
    }
  }
#endif
