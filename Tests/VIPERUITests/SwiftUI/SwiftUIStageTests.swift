#if STAND_INS
  import Signals
  import SwiftUI
  import Testing
  import VIPER
  import VIPERUI

  @Suite @MainActor final class SwiftUIStageTests: ViewTests {
    private let stage = SwiftUIStage()
    private let app: StagedApp
    private let view: HostedView

    override init() throws {
      app = try StagedApp(on: stage) { name in
        switch name {
        case "first": Screen(ModuleTabs { Text("tab \($0)") })
        case "page":
          Screen(
            VStack {
              Text("page"); EmbeddedModules(of: .part)
            })
        default: Screen(Text(name))
        }
      }
      view = HostedView(StageView(stage))
      try super.init()
    }

    private var texts: [String] { view.screen.top.texts }

    @Test("a swipe back closes a page, and a page that refuses is drawn again") func swipeBack() throws {
      #expect(texts == ["home"])
      app.step(try app.router(of: "home").push(.inner))
      app.step(try app.router(of: "inner").push(.page))
      view.screen.top.swipeBack?()
      #expect(app.path == ["home", "inner"] && texts == ["inner"])
      app.presenters["inner"]?.staysOpen = true
      let draws = view.draws
      view.screen.top.swipeBack?()
      #expect(app.path == ["home", "inner"] && texts == ["inner"] && view.draws == draws + 1)
      app.presenters["inner"]?.staysOpen = false
      app.step(app.navigator.userBack())
      #expect(texts == ["home"])
    }

    @Test("a sheet that is swiped away takes its pages with it; a sheet that refuses is drawn again") func sheets()
      throws
    {
      app.step(try app.router(of: "home").present(.sheet))
      app.step(try app.router(of: "sheet").push(.page))
      #expect(texts == ["page"] && view.screen.texts == ["home"])
      app.presenters["sheet"]?.staysOpen = true
      view.screen.top.swipeAway?()
      #expect(app.path == ["home", "sheet", "page"] && texts == ["page"])
      app.presenters["sheet"]?.staysOpen = false
      view.screen.top.swipeAway?()
      #expect(app.path == ["home"] && view.screen.sheet == nil)
    }

    @Test("a cover is not drawn as a sheet") func covers() throws {
      app.step(try app.router(of: "home").present(.sheet, presentation: SwiftUIPresentation.fullScreenCover))
      #expect(view.screen.top.isCover && texts == ["sheet"])
      app.step(app.navigator.userBack())
      #expect(view.screen.sheet == nil)
    }

    @Test("a tap on a tab selects it, and each tab keeps its pages") func tabs() throws {
      app.step(try app.router(of: "home").push(.first))
      app.step(try app.router(of: "first").tab(.inner))
      app.step(try app.router(of: "first").tab(.page))
      #expect(view.screen.tabs.map(\.title) == ["tab inner", "tab page"] && texts == ["inner"])
      app.step(try app.router(of: "inner").push(.sheet))
      #expect(texts == ["sheet"])
      view.screen.tabs[1].tap()
      #expect(app.path == ["home", "first", "page"] && texts == ["page"])
      view.screen.tabs[0].tap()
      #expect(texts == ["sheet"])
      view.screen.swipeBack?()
      #expect(app.path == ["home", "first", "inner"] && texts == ["inner"])
    }

    @Test("an embedded module is drawn where its host wants it") func embedding() throws {
      app.step(try app.router(of: "home").push(.page))
      #expect(texts == ["page"])
      app.step(try app.router(of: "page").embed(.part))
      #expect(texts == ["page", "part"])
    }

    @Test("a module without a screen is refused by name") func unfit() throws {
      final class Other {}
      let app = try StagedApp(on: SwiftUIStage()) { _ in Other() }
      #expect("\(app.errors)".contains("home has no Screen; give its Assembly one"))
    }
  }
#endif
