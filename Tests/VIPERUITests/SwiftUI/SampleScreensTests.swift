#if STAND_INS
  import Foundation
  import Login
  import REPL
  import Search
  import Services
  import Signals
  import SwiftUI
  import Testing
  import Todo
  import VIPER
  import VIPERTesting
  import VIPERUI

  /// The samples' SwiftUI views, used as by a user.
  @Suite @MainActor final class SampleScreensTests: ViewTests {
    private let time = VirtualTimeScheduler()
    private let stage = SwiftUIStage()
    private var navigator: Navigator?

    private func start(_ modules: [Module], _ link: String) throws -> HostedView {
      let navigator = try Navigator(stage: stage, environment: .fixed(on: time), modules: modules)
      self.navigator = navigator
      navigator.open(link).start()
      return HostedView(StageView(stage))
    }

    @Test("an item is added to the list, completed, and comes back") func todo() throws {
      let view = try start(TodoModules(MemoryStore(), views: .swiftUI).all, "todo")
      time.advance(by: .zero)
      #expect(view.screen.texts == ["VIPER TODO", "no upcoming items"])
      view.screen.control("add")?.tap?()
      #expect(view.screen.top.texts == ["Add", "the day it is due: year-month-day"])
      #expect(view.screen.control("save")?.hint == "name is empty")
      view.screen.control("name")?.text?.wrappedValue = "Buy milk"
      view.screen.control("save")?.tap?()
      time.advance(by: .zero)
      #expect(view.screen.sheet == nil && view.screen.texts == ["VIPER TODO", "Today", "Buy milk"])
      view.screen.controls.first { $0.title == "Done" }?.tap?()
      time.advance(by: .zero)
      #expect(view.screen.texts == ["VIPER TODO", "no upcoming items"])
      view.screen.control("undo")?.tap?()
      time.advance(by: .zero)
      #expect(view.screen.texts.contains("Buy milk"))
    }

    @Test("a login that fails says why, and a touch on the other screen goes back") func login() throws {
      let transport = AnyTransport { _ in .fail(.timedOut) }
      let view = try start(loginModules(transport, views: .swiftUI), "one")
      #expect(view.screen.control("login")?.hint == "user is empty")
      view.screen.control("user")?.text?.wrappedValue = "tangent"
      view.screen.control("password")?.text?.wrappedValue = "123456"
      view.screen.control("login")?.tap?()
      time.advance(by: .zero)
      #expect(view.screen.alert?.title == "Login")
      view.screen.alert?.tap()
      #expect(view.screen.alert == nil)
      view.screen.control("jump")?.tap?()
      let touch = try #require(view.screen.control("touch"))
      #expect(touch.title == "From One To Two | One --> Two")
      touch.tap?()
      #expect(view.screen.sheet == nil && view.screen.control("user")?.text?.wrappedValue == "tangent")
    }

    @Test("the setting has two tabs, the details have the download in them, and the message hands a text back")
    func search() throws {
      let transport = AnyTransport { _ in .never }
      let service = PictureService(search: transport, pictures: transport)
      let modules = SearchModules(
        service, files: MemoryFileSystem(), folder: URL(fileURLWithPath: "/pictures"), views: .swiftUI)
      let view = try start(modules.all, "search")
      view.screen.control("setting")?.tap?()
      #expect(view.screen.tabs.map(\.title) == ["Timer", "Language"])
      view.screen.control("start")?.tap?()
      time.advance(by: .seconds(1))
      #expect(view.screen.texts.contains("the timer is running, ticks: 2"))
      view.screen.tabs[1].tap()
      #expect(view.screen.texts.contains("The language is English."))
      view.screen.swipeBack?()
      view.screen.control("message")?.tap?()
      view.screen.control("cancel")?.tap?()
      #expect(view.screen.texts.contains("我是返回数据"))
      navigator?.open("/search/details?usrid=7").start()
      #expect(view.screen.texts.contains("usrid: 7") && view.screen.control("download") != nil)
    }
  }
#endif
