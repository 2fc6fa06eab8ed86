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

    private var alert: UIAlertController? { modal as? UIAlertController }

    @Test("each text is an alert over everything in the window") func texts() throws {
      _ = (app.views["home"] as? UIViewController)?.view
      alerts.input.send("no network")
      #expect(alert?.title == "Problem" && alert?.message == "no network")
      alert?.tap("OK")
      #expect(alert == nil)
      app.step(try app.router(of: "home").present(.sheet))
      alerts.input.send("again")
      #expect(modal?.presentedViewController is UIAlertController)
      #expect(StandIn.complaints.isEmpty)
    }

    @Test("a modal that opens below an alert is presented, and the alert comes again, on top") func modalBelow() throws
    {
      _ = (app.views["home"] as? UIViewController)?.view
      alerts.input.send("no network")
      app.step(try app.router(of: "home").present(.sheet))
      #expect(app.path == ["home", "sheet"] && StandIn.complaints.isEmpty)
      let sheet = try #require(modal as? UINavigationController)
      #expect((sheet.presentedViewController as? UIAlertController)?.message == "no network")
    }

    @Test("a question is an alert without a stack, and its buttons answer", arguments: [true, false])
    func question(_ agrees: Bool) throws {
      let answers = MutableProperty<[Bool]>([]), window = UIWindow()
      let dialog = Module.confirmation { UIAlertController($0) }, router = MutableProperty<Router<Never>?>(nil)
      let home = Module(.home) { made, _ in
        router.value = made
        return Assembly(view: UIViewController())
      }
      let navigator = try Navigator(
        stage: UIKitStage(window: window), environment: app.navigator.environment, modules: [home, dialog])
      navigator.router.setRoot(.home).start()
      router.value?.confirm("Delete?", message: "All of it", confirm: "Delete", cancel: "Keep")
        .observe { if let answer = $0.value { answers.modify { $0.append(answer) } } }
      let alert = try #require(window.rootViewController?.presentedViewController as? UIAlertController)
      #expect(alert.title == "Delete?" && alert.message == "All of it")
      #expect(alert.actions.map(\.title) == ["Keep", "Delete"])
      alert.tap(agrees ? "Delete" : "Keep")
      #expect(answers.value == [agrees] && window.rootViewController?.presentedViewController == nil)
      #expect(navigator.tree.value.path.count == 1)
    }
  }
#endif
