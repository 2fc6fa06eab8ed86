import Foundation
import Signals
import Synchronization
import Testing
import VIPER
import VIPERTesting

/// Verbs, events and disposal from any thread. Each test runs in its own process: work that other threads send to the main
/// queue makes `.ui` asynchronous for all tests there, and the other tests are synchronous.
@Suite struct ThreadTests {
  @Test func verbsFromManyThreadsAreSerialAndOnTheMainActor() async {
    await #expect(processExitsWith: .success) {
      let (app, navigator, home) = try await ThreadTests.open()
      let ended = Atomic(0)
      let observations = await Threads.run(8) { thread in
        home.push(.details, with: "\(thread)").observe { event in
          if event.value == nil { ended.add(1, ordering: .relaxed) }
        }
      }
      // One of them has opened it on top; the others have failed.
      #expect(ended.load(ordering: .relaxed) == 7)
      #expect(await navigator.tree.value.path.count == 2)
      await Threads.run(8) { thread in observations[thread].dispose() }
      #expect(await navigator.tree.value.path.count == 1)
      #expect(await navigator.leaks() == [])
      withExtendedLifetime((app, navigator)) {}
    }
  }

  @Test func everyVerbMayBeAskedForOnAnyThread() async {
    await #expect(processExitsWith: .success) { try await ThreadTests.askForEveryVerb() }
  }

  private static func askForEveryVerb() async throws {
    let (app, navigator, home) = try await ThreadTests.open()
    func expect(_ path: [String], _ verb: @escaping @Sendable () -> Disposable) async {
      await Threads.elsewhere { _ = verb() }
      #expect(await navigator.path == path)
    }
    await expect(["home#1", "details#2"]) { home.push(.details, with: "a").start() }
    let details = try await app.router("details#2", Int.self)
    await expect(["home#1", "details#2"]) { details.embed(.other, with: "b").start() }
    #expect(await navigator.tree.value.description.contains("other#3"))
    await expect(["home#1", "other#4"]) { details.replace(.other, with: "c").start() }
    let other = try await app.router("other#4", Int.self)
    await expect(["home#1"]) { other.finish.execute(1) }
    await expect(["home#1", "form#5"]) { home.present(.form).start() }
    let form = try await app.router("form#5", String.self)
    await expect(["home#1"]) { form.back.execute() }
    await expect(["home#1", "details#6"]) { home.open("/details;value=d").start() }
    let root = await navigator.router
    await expect(["tabs#7"]) { root.setRoot(.tabs).start() }
    let tabs = try await app.router("tabs#7")
    await expect(["tabs#7", "details#8"]) { tabs.tab(.details, with: "a").start() }
    await expect(["tabs#7", "details#8"]) { tabs.tab(.other, with: "b").start() }
    await expect(["tabs#7", "other#9"]) { tabs.select(.other, with: "b").start() }
    await expect(["details#10"]) { tabs.setRoot(.details, with: "r").start() }
    withExtendedLifetime((app, navigator)) {}
  }

  @Test func openingAndDisposingInARaceLeavesNothing() async {
    await #expect(processExitsWith: .success) {
      let (app, navigator, home) = try await ThreadTests.open()
      for _ in 0..<50 {
        await Threads.run(4) { _ in home.present(.form).start().dispose() }
        #expect(await navigator.tree.value.path.count == 1)
      }
      #expect(await navigator.leaks() == [])
      withExtendedLifetime((app, navigator)) {}
    }
  }

  @Test func eventsAndNotificationsFromManyThreadsAllArriveOnTheMainActor() async {
    await #expect(processExitsWith: .success) {
      let (app, navigator, home) = try await ThreadTests.open()
      let count = Atomic(0)
      let news = ModuleEvent<String>(Notification.Name("news"), read: { $0.userInfo?["text"] as? String })
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
    }
  }

  @Test func answersMayComeFromAnyThread() async {
    await #expect(processExitsWith: .success) { try await ThreadTests.waitForOtherThreads() }
  }

  /// A stage, a guard and a module's readiness that answer on other threads.
  @MainActor private static func waitForOtherThreads() async throws {
    let (held, hold) = Signal<Void, RouteError>.pipe(), (shown, screen) = Signal<Never, RouteError>.pipe()
    let isReady = MutableProperty(false), stage = DistantStage(shown)
    let navigator = try Navigator(
      stage: stage, environment: .fixed(on: VirtualTimeScheduler()),
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
    #expect(navigator.path == [])
    await Threads.elsewhere { screen.complete() }
    #expect(navigator.path == ["home#1"])
    await Threads.elsewhere { isReady.value = true }
    await Threads.elsewhere { hold.send(()) }
    #expect(navigator.path == ["home#1", "plain#2"] && isOpen.value)
  }

  @MainActor private final class DistantStage: Stage {
    private let shown: Signal<Never, RouteError>
    init(_ shown: Signal<Never, RouteError>) { self.shown = shown }
    func perform(_ transition: Transition, view: (NavigationTree.Node.ID) -> AnyObject?) -> Signal<Never, RouteError> {
      shown
    }
  }

  @Test func aNotificationPostedJustBeforeAModuleClosesIsNotDeliveredAfterIt() async {
    await #expect(processExitsWith: .success) { try await ThreadTests.postAndClose() }
  }

  /// Blocks the main thread while another posts, and closes everything before the notification is delivered.
  @MainActor private static func postAndClose() async throws {
    let (app, navigator, home) = try ThreadTests.open()
    let news = ModuleEvent<String>(Notification.Name("news"), read: { $0.userInfo?["text"] as? String })
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
    #expect(heard.value == ["in time"])
    #expect(navigator.trace.entries.filter { $0.kind == .event }.map(\.detail) == ["in time"])
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
