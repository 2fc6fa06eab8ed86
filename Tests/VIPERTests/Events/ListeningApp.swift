import Foundation
import Signals
import Testing
import VIPER
import VIPERTesting

extension ModuleEvent<Int> { static var number: Self { ModuleEvent("number") } }
extension ModuleEvent<String> {
  static var word: Self { ModuleEvent("word") }
  static var news: Self {
    ModuleEvent(Notification.Name("news"), read: { $0.userInfo?["text"] as? String }, write: { ["text": $0] })
  }
}
extension Route<Void, Never> {
  static var host: Self { Route("host") }
  static var part: Self { Route("part", style: .embedded) }
  static var deaf: Self { Route("deaf", style: .embedded) }
  static var top: Self { Route("top") }
  static var speaking: Self { Route("speaking") }
}

/// An app whose modules note the events that they hear, but for `deaf`, which listens to none.
@MainActor final class ListeningApp {
  let time = VirtualTimeScheduler()
  let stage = RecordingStage()
  let navigator: Navigator
  private let heard = MutableProperty<[String]>([])
  private let routers = MutableProperty<[String: Router<Never>]>([:])

  init(_ more: [Module] = []) throws {
    let (heard, routers) = (heard, routers)
    let modules = [Route.host, .part, .deaf, .top, .speaking].map { route in
      Module(route, fromAnywhere: true) { router, _ in
        let name = router.name
        func texts<Payload>(_ event: ModuleEvent<Payload>) -> Signal<String, Never> {
          router.received(event).map { payload in "\(name) \(payload)" }
        }
        for event in name == "deaf#3" ? [] : [texts(.number), texts(.word), texts(.news)] {
          event.observeValues { text in heard.modify { $0.append(text) } }.stored(in: router.alive)
        }
        routers.modify { $0[name] = router }
        return Assembly(presenter: router.name.hasPrefix("speaking") ? SpeakingPresenter(router) : nil)
      }
    }
    navigator = try Navigator(stage: stage, environment: .fixed(on: time), modules: modules + more)
  }

  func router(_ name: String) throws -> Router<Never> { try #require(routers.value[name]) }

  /// The events that modules have heard since the last call: `top#4 7`.
  func takeHeard() -> [String] {
    defer { heard.value = [] }
    return heard.value
  }

  func post(_ text: String) {
    navigator.environment.notifications.post(name: Notification.Name("news"), object: nil, userInfo: ["text": text])
  }
}

/// Sends `word` to its parent at each moment of its life.
private final class SpeakingPresenter: Presenter {
  private let router: Router<Never>
  init(_ router: Router<Never>) { self.router = router }
  private func say(_ moment: String) { router.send(.word, "\(router.name) \(moment)", to: .parent).start() }
  func loaded() { say("loaded") }
  func willGainFocus() { say("gains") }
  func willLoseFocus() { say("loses") }
  func unloaded() { say("unloaded") }
}
