import Foundation
import Signals
import Synchronization
import Testing
import VIPER
import VIPERTesting

/// Verbs, events and disposal from any thread. Each test runs in its own process: work that other threads send to the main
/// queue makes `.ui` asynchronous for all tests there, and the other tests are synchronous.
@Suite struct ThreadTests {
  @Test func verbsOfManyThreadsAreSerialAndARacingDisposalLeavesNothing() async {
    await #expect(processExitsWith: .success) {
      let (app, navigator, home) = try await ThreadTests.open(), ended = Atomic(0)
      let observations = await Threads.run(8) { thread in
        home.push(.details, with: "\(thread)").observe { event in
          MainActor.assertIsolated()
          if event.value == nil { ended.add(1, ordering: .relaxed) }
        }
      }
      // One of them has opened it on top; the others have failed.
      #expect(ended.load(ordering: .relaxed) == 7)
      #expect(await navigator.tree.value.path.count == 2)
      await Threads.run(8) { thread in observations[thread].dispose() }
      var paths: Set<String> = await [navigator.address]
      for _ in 0..<50 {
        await Threads.run(4) { _ in home.present(.form).start().dispose() }
        paths.insert(await navigator.address)
      }
      #expect(paths == ["home#1"])
      #expect(await navigator.leaks() == [])
      withExtendedLifetime((app, navigator)) {}
    }
  }

  @Test func everyVerbMayBeAskedForOnAnyThread() async {
    await #expect(processExitsWith: .success) { try await ThreadTests.askForEveryVerb() }
  }

  @MainActor private static func askForEveryVerb() async throws {
    var names: [String] = []
    for verb in Verb.allCases {
      let (app, navigator, home) = try ThreadTests.open()
      await Threads.elsewhere { home.open(.details, with: "a", by: verb).start() }
      names.append(navigator.tree.value.everyNode.map(\.name).joined(separator: " "))
      withExtendedLifetime(app) {}
    }
    let onTop = "home#1 details#2"
    #expect(names == [onTop, onTop, onTop, onTop, "details#2", "details#2"])
    let (app, navigator, home) = try ThreadTests.open()
    for input in ["a", "b"] { home.tab(.other, with: input).start() }
    await Threads.elsewhere { home.select(.other, with: "b").start() }
    var paths = [navigator.address]
    let finish = try app.other(3).finish
    await Threads.elsewhere { finish(1).start() }
    for goBack in [true, false] {
      await Threads.elsewhere { home.open("/form").start() }
      paths.append(navigator.address)
      let form = try app.form(goBack ? 4 : 5)
      await Threads.elsewhere { if goBack { form.back().start() } else { form.back(to: .home).start() } }
      paths.append(navigator.address)
    }
    let rest = "home#1/other#2"
    #expect(paths == ["home#1/other#3", "home#1/form#4", rest, "home#1/form#5", rest])
  }

  @Test func eventsOfManyThreadsArriveOnTheMainActorUntilTheModuleCloses() async {
    await #expect(processExitsWith: .success) {
      let (app, navigator, home) = try await ThreadTests.open(), count = Atomic(0), news = ThreadTests.news
      home.received(news).observeValues { _ in
        MainActor.assertIsolated()
        count.add(1, ordering: .relaxed)
      }
      let (center, router) = await (navigator.environment.notifications, navigator.router)
      await Threads.run(8) { thread in
        for _ in 0..<50 {
          if thread.isMultiple(of: 2) {
            center.post(name: Notification.Name("news"), object: nil, userInfo: ["text": "far"])
          } else {
            router.send(news, "near", to: .all).start()
          }
        }
      }
      #expect(count.load(ordering: .relaxed) == 400)
      withExtendedLifetime((app, navigator)) {}
      let (other, closing, module) = try await ThreadTests.open()
      await ThreadTests.postAndClose(other, closing, module)
    }
  }

  private static let news = ModuleEvent<String>(Notification.Name("news"), read: { $0.userInfo?["text"] as? String })

  @Test func answersMayComeFromAnyThread() async {
    await #expect(processExitsWith: .success) { try await ThreadTests.waitForOtherThreads() }
  }

  /// A stage, a guard and a module's readiness that answer on other threads.
  @MainActor private static func waitForOtherThreads() async throws {
    let (held, hold) = Signal<Void, RouteError>.pipe(), (shown, screen) = Signal<Never, RouteError>.pipe()
    let isReady = MutableProperty(false)
    let navigator = try Navigator(
      stage: AnsweringStage { _ in shown }, environment: .fixed(on: VirtualTimeScheduler()),
      modules: [
        Module(.home, opens: .plain) { _, _ in Assembly(presenter: LoadingPresenter(isReady)) },
        Module(.plain, guard: Guard { _, _ in .hold(until: held) }) { _, _ in
          Assembly(presenter: LoadingPresenter(isReady))
        },
      ])
    let isOpen = MutableProperty(false)
    navigator.open("/home/plain").observe { event in
      MainActor.assertIsolated()
      if case .completed = event { isOpen.value = true }
    }
    var paths = [navigator.path]
    await Threads.elsewhere { screen.complete() }
    paths.append(navigator.path)
    await Threads.elsewhere { isReady.value = true }
    await Threads.elsewhere { hold.send(()) }
    #expect(paths + [navigator.path] == [[], ["home#1"], ["home#1", "plain#2"]])
    #expect(isOpen.value)
  }

  /// Blocks the main thread while another posts, and closes everything before the notification is delivered.
  @MainActor private static func postAndClose(
    _ app: TestApp, _ navigator: Navigator, _ home: Router<Never>
  ) async {
    let heard = MutableProperty<[String]>([]), center = navigator.environment.notifications
    home.received(news).observeValues { text in heard.modify { $0.append(text) } }
    func post(_ text: String) {
      let isPosted = DispatchSemaphore(value: 0)
      Thread {
        center.post(name: Notification.Name("news"), object: nil, userInfo: ["text": text])
        isPosted.signal()
      }.start()
      isPosted.wait()
    }
    post("in time")
    await Threads.settle()
    post("too late")
    navigator.closeAll()
    await Threads.settle()
    let traced = navigator.trace.entries.filter { $0.kind == .event }.map(\.detail)
    #expect([heard.value, traced] == [["in time"], ["in time"]])
    withExtendedLifetime(app) {}
  }

  @MainActor static func open() throws -> (TestApp, Navigator, Router<Never>) {
    let app = TestApp(), (navigator, home) = try app.home()
    return (app, navigator, home)
  }
}

/// Real threads: they find races that a pool of workers misses.
enum Threads {
  /// Runs `body` on that many threads at once. Returns their results when all have ended and the main queue has settled.
  @discardableResult static func run<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Result
  ) async -> [Result] {
    let made = MutableProperty<[Int: Result]>([:])
    await withCheckedContinuation { continuation in
      let running = Countdown(count)
      for number in 0..<count {
        Thread {
          let result = body(number)
          made.modify { $0[number] = result }
          if running.decrement() == 0 { continuation.resume() }
        }.start()
      }
    }
    await settle()
    return (0..<count).compactMap { made.value[$0] }
  }

  /// Runs `body` on another thread.
  static func elsewhere(_ body: @escaping @Sendable () -> Void) async { await run(1) { _ in body() } }

  /// Waits until the main queue has run all work sent to it, and the work that this sent in turn.
  static func settle() async {
    for _ in 0..<10 {
      await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    }
  }

  private final class Countdown: Sendable {
    private let value: Atomic<Int>
    init(_ value: Int) { self.value = Atomic(value) }
    func decrement() -> Int { value.subtract(1, ordering: .acquiringAndReleasing).newValue }
  }
}
