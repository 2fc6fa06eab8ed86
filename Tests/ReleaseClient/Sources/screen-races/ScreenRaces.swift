import Foundation
import REPL
import Racing
import Signals
import VIPER

extension Route<Void, Never> { fileprivate static var home: Self { Route("home") } }
extension Route<String, String> { fileprivate static var details: Self { Route("details") } }

/// Calls to navigators and sessions that are allowed from any thread, concurrent with the main actor's own work.
@MainActor enum ScreenRaces {
  private struct AskingFailure: Error { let text: String }

  private nonisolated static func answer() -> Signal<String, AskingFailure> {
    Signal { emitter in
      DispatchQueue.global().async {
        emitter.send(Content<String>.text(7))
        emitter.complete()
      }
    }
  }

  /// Sessions with a screen that makes a call which answers on another thread.
  static func flows(for duration: Duration, in folder: URL) async throws -> Int {
    let app = ConsoleApp("races", home: "home") { session in
      let calls = session.calls.hermetic, said = MutableProperty("")
      let home = Module(.home) { router, _ in
        let ask = Command<Void, String, AskingFailure> {
          calls.call("ask", Self.answer(), failure: { AskingFailure(text: $0) })
        }
        ask.values.bind(to: said).stored(in: router.alive)
        return Assembly(view: ConsoleView(.label("said", said.readOnly), .busy(ask.isExecuting), .button("ask", ask)))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [home])
    }
    let file = folder.appendingPathComponent("ask.flow")
    try Data("> :open home\nhome> ask\n  said: \(Content<String>.text(7))\n".utf8).write(to: file)
    return await rounds(for: duration) {
      let report = await app.run(flow: file)
      guard report.passed else { fatalError(report.text) }
    }
  }

  /// Verbs, events and disposal from other threads.
  static func navigation(for duration: Duration) async throws -> Int {
    try await rounds(for: duration) {
      let routers = MutableProperty<[Router<Never>]>([]), news = ModuleEvent<String>("news")
      let navigator = try Navigator(
        stage: PlainStage(), environment: .live,
        modules: [
          Module(.home, opens: .details) { router, _ in
            router.received(news).observeValues { Content.strings.check($0) }.stored(in: router.alive)
            routers.modify { $0.append(router) }
            return Assembly()
          },
          Module(.details) { _, _ in Assembly() },
        ])
      navigator.open("/home").start()
      guard let home = routers.value.first else { fatalError("the screen did not open") }
      let root = navigator.router
      await withCheckedContinuation { continuation in
        let ended = DispatchGroup()
        for number in 0..<4 {
          ended.enter()
          Thread {
            for step in 0..<20 {
              let text = Content<String>.text(step)
              switch number {
              case 0: home.push(.details, with: text).start().dispose()
              case 1: root.send(news, text, to: .all).start()
              case 2: home.present(.details, with: text).start()
              default: home.back().start()
              }
            }
            ended.leave()
          }.start()
        }
        ended.notify(queue: .main) { continuation.resume() }
      }
      navigator.closeAll()
    }
  }

  /// The number of rounds in that time.
  private static func rounds(for duration: Duration, _ round: () async throws -> Void) async rethrows -> Int {
    let clock = ContinuousClock(), end = clock.now + duration
    var rounds = 0
    while clock.now < end {
      try await round()
      rounds += 1
    }
    return rounds
  }

  private final class PlainStage: Stage {
    func perform(_ transition: NavigationTree.Transition, view: (NavigationTree.Node.ID) -> AnyObject?) -> Signal<
      Never, RouteError
    > {
      .empty
    }
  }
}
