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

    /// What was seen by ``look()``: the open routes, the texts on top, and those below a sheet or a cover.
    private var seen: [String] = []

    private func look() {
      let top = view.screen.top.texts.joined(separator: " "), isAlone = view.screen.sheet == nil
      let below =
        isAlone ? "" : " \(view.screen.top.isCover ? "covers" : "over") \(view.screen.texts.joined(separator: " "))"
      seen.append("\(app.path): \(top)\(below)")
    }

    @Test("a swipe back closes a page, and a page that refuses is drawn again") func swipeBack() throws {
      try app.push(.inner, on: "home")
      try app.push(.page, on: "inner")
      view.screen.top.swipeBack?()
      look()
      app.presenters["inner"]?.staysOpen = true
      let draws = view.draws
      view.screen.top.swipeBack?()
      look()
      #expect(view.draws == draws + 1)
      app.presenters["inner"]?.staysOpen = false
      app.back()
      look()
      #expect(seen == ["home/inner: inner", "home/inner: inner", "home: home"])
    }

    @Test("several pages that the user leaves at once close together, or all stay if one of them refuses")
    func severalPages() throws {
      try app.push(.inner, on: "home")
      try app.push(.page, on: "inner")
      app.presenters["inner"]?.staysOpen = true
      view.screen.top.backToFirst?()
      look()
      app.presenters["inner"]?.staysOpen = false
      view.screen.top.backToFirst?()
      look()
      #expect(seen == ["home/inner/page: page", "home: home"])
    }

    @Test(
      "a sheet that is swiped away takes its pages with it; a sheet that refuses is drawn again; a cover is no sheet")
    func sheets() throws {
      try app.present(.sheet, on: "home")
      try app.push(.page, on: "sheet")
      look()
      app.presenters["sheet"]?.staysOpen = true
      view.screen.top.swipeAway?()
      look()
      app.presenters["sheet"]?.staysOpen = false
      view.screen.top.swipeAway?()
      look()
      try app.present(.sheet, on: "home", as: SwiftUIPresentation.fullScreenCover)
      look()
      app.back()
      look()
      let open = "home/sheet/page: page over home"
      #expect(seen == [open, open, "home: home", "home/sheet: sheet covers home", "home: home"])
    }

    @Test("a tap on a tab selects it, and each tab keeps its pages") func tabs() throws {
      try app.push(.first, on: "home")
      for tab in [Route.inner, .page] { try app.tab(tab, on: "first") }
      look()
      try app.push(.sheet, on: "inner")
      look()
      for tab in [1, 0] {
        view.screen.tabs[tab].tap()
        look()
      }
      view.screen.swipeBack?()
      look()
      let open = "home/first/inner/sheet: sheet"
      #expect(
        seen == ["home/first/inner: inner", open, "home/first/page: page", open, "home/first/inner: inner"])
      #expect(view.screen.tabs.map(\.title) == ["tab inner", "tab page"])
    }

    @Test("an embedded module is drawn where its host wants it; a module without a screen is refused by name")
    func embedding() throws {
      try app.push(.page, on: "home")
      look()
      app.step(try app.router(of: "page").embed(.part))
      look()
      #expect(seen == ["home/page: page", "home/page: page part"])
      final class Other {}
      let other = try StagedApp(on: SwiftUIStage()) { _ in Other() }
      #expect("\(other.errors)".contains("home has no Screen; give its Assembly one"))
    }
  }
#endif
