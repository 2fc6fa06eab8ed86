import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

extension Route<Void, Never> { fileprivate static var shop: Self { Route("shop") } }
extension Route<Int, String> { fileprivate static var pick: Self { Route("pick", style: .modal) } }

/// Two presenters of an app: one asks the other for a name.
@MainActor private final class ShopPresenter: Presenter {
  let names: MutableProperty<[String]>
  let pick: Command<Void, String, RouteError>
  private(set) var hasFocus = false

  init(_ router: Router<Never>) {
    let names = MutableProperty<[String]>([])
    self.names = names
    pick = Command { router.present(.pick, with: names.value.count) }
    pick.values.observeValues { name in names.modify { $0.append(name) } }.stored(in: router.alive)
  }
  func willGainFocus() { hasFocus = true }
  func willLoseFocus() { hasFocus = false }
}
@MainActor private final class PickPresenter: Presenter {
  let name: MutableProperty<String>
  let save: Command<String, Void, RouteError>
  let cancel: Command<Void, Void, RouteError>

  init(_ router: Router<String>, _ count: Int) {
    name = MutableProperty("name \(count)")
    save = router.finish
    cancel = router.back
  }
}

@MainActor @Suite struct PresenterHostTests {
  private let environment = AppEnvironment.fixed(on: VirtualTimeScheduler())

  private func shop(_ modules: Module...) throws -> PresenterHost<ShopPresenter, Never> {
    try PresenterHost(.shop, environment: environment, opens: .pick, modules: modules) { router, _ in
      ShopPresenter(router)
    }
  }

  @Test(arguments: ["milk", nil]) func aPresenterIsNotifiedAndAskedAsInAnApp(result: String?) throws {
    let host = try PresenterHost(.pick, with: 7, environment: environment) { PickPresenter($0, $1) }
    #expect(host.presenter.name.value == "name 7" && host.isOpen && host.visible == "pick")
    if let result { host.presenter.save.execute(result) } else { host.presenter.cancel.execute() }
    // Going back gives no result.
    #expect(host.results == [result].compactMap { $0 } && !host.isOpen)
  }

  @Test func anOpenedModuleMayAnswerAtOnce() throws {
    let host = try shop(.answering(.pick) { count in "name \(count)" })
    host.presenter.pick.execute()
    host.presenter.pick.execute()
    #expect(host.presenter.names.value == ["name 0", "name 1"])
    #expect(host.stage.kinds == [.root, .push, .modal, .back, .modal, .back])
    #expect(host.visible == "shop" && host.presenter.hasFocus)
  }

  @Test func anOpenedModuleMayGoBackAtOnce() throws {
    let host = try shop(.answering(.pick) { _ in nil })
    host.presenter.pick.execute()
    #expect(host.presenter.names.value == [] && !host.presenter.pick.isExecuting.value && host.visible == "shop")
  }

  @Test func aRouteWithoutAModuleOpensAnEmptyOne() throws {
    let host = try shop()
    #expect(host.presenter.hasFocus)
    host.presenter.pick.execute()
    #expect(host.visible == "pick" && !host.presenter.hasFocus && host.presenter.pick.isExecuting.value)
    host.navigator.userBack().start()
    #expect(host.visible == "shop" && host.presenter.hasFocus)
  }

  @Test func aModuleThatCannotOpenIsAnError() {
    let stage = RecordingStage(.failing(.invalid("no room")))
    #expect(throws: RouteError.invalid("no room")) {
      try PresenterHost(.shop, environment: environment, stage: stage) { router, _ in ShopPresenter(router) }
    }
    #expect(throws: RouteError.duplicate("shop")) {
      let again = Module(.shop) { _, _ in Assembly() }
      _ = try PresenterHost(.shop, environment: environment, modules: [again]) { router, _ in ShopPresenter(router) }
    }
  }

  @Test func aSlowStageShowsThePresenterWhenItDoes() throws {
    let time = VirtualTimeScheduler(), stage = RecordingStage(.after(.seconds(1), time))
    let host = try PresenterHost(.shop, environment: .fixed(on: time), stage: stage) { router, _ in
      ShopPresenter(router)
    }
    #expect(host.presenter.hasFocus && host.isOpen && host.visible != "shop")
    time.advance(by: .seconds(1))
    #expect(host.visible == "shop" && stage.kinds == [.root, .push])
  }

  @Test func anAnsweringRootGivesItsResultAndStays() throws {
    let navigator = try Navigator([.answering(.pick) { count in "\(count)" }])
    let result = Recorder(navigator.router.setRoot(.pick, with: 3))
    #expect(result.values == ["3"] && navigator.path == ["pick#1"])
  }
}
