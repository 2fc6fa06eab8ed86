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
      func look() -> [String] {
        time.advance(by: .zero)
        return view.screen.top.texts
      }
      var seen = [look()]
      view.screen.control("add")?.tap?()
      seen.append(look() + [view.screen.control("save")?.hint ?? ""])
      view.screen.control("name")?.text?.wrappedValue = "Buy milk"
      view.screen.control("save")?.tap?()
      seen.append(look())
      view.screen.controls.first { $0.title == "Done" }?.tap?()
      seen.append(look())
      view.screen.control("undo")?.tap?()
      let empty = ["VIPER TODO", "no upcoming items"], listed = ["VIPER TODO", "Today", "Buy milk"]
      let form = ["Add", "the day it is due: year-month-day", "name is empty"]
      #expect(seen + [look()] == [empty, form, listed, empty, listed])
    }

    @Test("a login that fails says why, and a touch on the other screen goes back") func login() throws {
      let transport = AnyTransport { _ in .fail(.timedOut) }
      let view = try start(loginModules(transport, views: .swiftUI), "one")
      var seen = [view.screen.control("login")?.hint]
      view.screen.control("user")?.text?.wrappedValue = "tangent"
      view.screen.control("password")?.text?.wrappedValue = "123456"
      view.screen.control("login")?.tap?()
      time.advance(by: .zero)
      seen.append(view.screen.alert?.title)
      view.screen.alert?.tap()
      seen.append(view.screen.alert?.title)
      view.screen.control("jump")?.tap?()
      seen.append(view.screen.control("touch")?.title)
      view.screen.control("touch")?.tap?()
      seen.append(view.screen.control("user")?.text?.wrappedValue)
      #expect(seen == ["user is empty", "Login", nil, "From One To Two | One --> Two", "tangent"])
    }

    @Test("the setting has two tabs, the details have the download in them, and the message hands a text back")
    func search() throws {
      let transport = AnyStreaming { _ in .never }
      let service = PictureService(search: transport, pictures: transport)
      let modules = SearchModules(
        service, files: MemoryFileSystem(), folder: URL(fileURLWithPath: "/pictures"), views: .swiftUI)
      let view = try start(modules.all, "search")
      view.screen.control("setting")?.tap?()
      var seen = view.screen.tabs.map(\.title)
      view.screen.control("start")?.tap?()
      time.advance(by: .seconds(1))
      seen += view.screen.texts.suffix(1)
      view.screen.tabs[1].tap()
      seen += view.screen.texts.suffix(1)
      view.screen.swipeBack?()
      view.screen.control("message")?.tap?()
      view.screen.control("cancel")?.tap?()
      seen += view.screen.texts.filter { $0 == "我是返回数据" }
      navigator?.open("/search/details?usrid=7").start()
      seen += view.screen.texts.filter { $0 == "usrid: 7" }
      let texts = ["the timer is running, ticks: 2", "The language is English.", "我是返回数据", "usrid: 7"]
      #expect(seen == ["Timer", "Language"] + texts)
      #expect(view.screen.control("download") != nil)
    }
  }
#endif
