import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

extension Route<Void, Never> { fileprivate static var list: Self { Route("list") } }
extension Route<Int, String> { fileprivate static var add: Self { Route("add", style: .modal) } }

/// Two presenters as an app has them: one asks the other for a name.
@MainActor private final class ListPresenter: Presenter {
  let names: MutableProperty<[String]>
  let add: Command<Void, String, RouteError>
  private(set) var hasFocus = false

  init(_ router: Router<Never>) {
    let names = MutableProperty<[String]>([])
    self.names = names
    add = Command { router.present(.add, with: names.value.count) }
    add.values.observeValues { name in names.modify { $0.append(name) } }.stored(in: router.alive)
  }
  func willGainFocus() { hasFocus = true }
  func willLoseFocus() { hasFocus = false }
}
@MainActor private final class AddPresenter: Presenter {
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

  @Test func aPresenterIsToldAndAskedAsInAnApp() throws {
    let host = try PresenterHost(.add, with: 7, environment: environment) { AddPresenter($0, $1) }
    #expect(host.presenter.name.value == "name 7")
    #expect(host.isOpen && host.visible == "add")
    host.presenter.save.execute("milk")
    #expect(host.results == ["milk"])
    #expect(!host.isOpen)
  }

  @Test func goingBackGivesNoResult() throws {
    let host = try PresenterHost(.add, with: 7, environment: environment) { AddPresenter($0, $1) }
    host.presenter.cancel.execute()
    #expect(host.results == [])
    #expect(!host.isOpen)
  }

  @Test func whatItOpensMayAnswerAtOnce() throws {
    let modules = [Module.answering(.add) { count in "name \(count)" }]
    let host = try PresenterHost(.list, environment: environment, opens: .add, modules: modules) { router, _ in
      ListPresenter(router)
    }
    host.presenter.add.execute()
    host.presenter.add.execute()
    #expect(host.presenter.names.value == ["name 0", "name 1"])
    #expect(host.stage.kinds == [.root, .push, .modal, .back, .modal, .back])
    #expect(host.visible == "list" && host.presenter.hasFocus)
  }

  @Test func whatItOpensMayBeLeftAtOnce() throws {
    let modules = [Module.answering(.add) { _ in nil }]
    let host = try PresenterHost(.list, environment: environment, opens: .add, modules: modules) { router, _ in
      ListPresenter(router)
    }
    host.presenter.add.execute()
    #expect(host.presenter.names.value == [])
    #expect(!host.presenter.add.isExecuting.value)
    #expect(host.visible == "list")
  }

  @Test func whatItOpensIsAnEmptyScreenIfNothingIsSaid() throws {
    let host = try PresenterHost(.list, environment: environment, opens: .add) { router, _ in ListPresenter(router) }
    #expect(host.presenter.hasFocus)
    host.presenter.add.execute()
    #expect(host.visible == "add" && !host.presenter.hasFocus)
    #expect(host.presenter.add.isExecuting.value)
    host.navigator.userBack().start()
    #expect(host.visible == "list" && host.presenter.hasFocus)
  }

  @Test func aModuleThatCannotOpenIsAnError() {
    let stage = RecordingStage(.failing(.invalid("no room")))
    #expect(throws: RouteError.invalid("no room")) {
      try PresenterHost(.list, environment: environment, stage: stage) { router, _ in ListPresenter(router) }
    }
    #expect(throws: RouteError.duplicate("list")) {
      let again = Module(.list) { _, _ in Assembly() }
      _ = try PresenterHost(.list, environment: environment, modules: [again]) { router, _ in ListPresenter(router) }
    }
  }

  @Test func anAnsweringRootGivesItsResultAndStays() throws {
    let navigator = try Navigator(
      stage: RecordingStage(), environment: environment, modules: [.answering(.add) { count in "\(count)" }])
    let result = Recorder(navigator.router.setRoot(.add, with: 3))
    #expect(result.values == ["3"])
    #expect(navigator.tree.value.path.count == 1)
  }
}
