import Signals
import Testing
import VIPER
import VIPERTesting

/// `base#1` with `search#2` on it, whose router names what is drawn.
@MainActor final class TracedApp {
  let time = VirtualTimeScheduler()
  let navigator: Navigator
  let router: Router<Never>

  init() throws {
    let search = Route<Void, Never>("search"), opened = MutableProperty<Router<Never>?>(nil)
    navigator = try Navigator(
      stage: RecordingStage(), environment: .fixed(on: time),
      modules: [
        Module(Route<Void, Never>("base"), opens: search) { _, _ in Assembly() },
        Module(search) { router, _ in
          opened.value = router
          return Assembly()
        },
      ])
    navigator.open("/base/search").start()
    router = try #require(opened.value)
  }

  var trace: Trace { navigator.trace }
}
