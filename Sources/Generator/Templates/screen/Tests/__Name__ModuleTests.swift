import ScreenTemplate
import Signals
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct __Name__ModuleTests {
  @Test("the module's link opens its screen") func link() throws {
    let stage = RecordingStage(), time = VirtualTimeScheduler()
    let navigator = try Navigator(stage: stage, environment: .fixed(on: time), modules: [__Name__Module.module])
    navigator.open("/__route__").start()
    #expect(navigator.tree.value.path.map(\.destination.route) == ["__route__"])
  }
}
