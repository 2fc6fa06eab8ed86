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
      let observations = await Threads.run(8) { thread, _ in
        home.push(.details, with: "\(thread)").observe { event in
          if !event.isValue { ended.add(1, ordering: .relaxed) }
        }
      }
      await Threads.settle()
      // One of them has opened it on top; the others have joined it.
      #expect(ended.load(ordering: .relaxed) == 7)
      #expect(await navigator.tree.value.path.count == 2)
      _ = await Threads.run(8) { thread, _ in
        observations[thread].dispose()
        return observations[thread]
      }
      await Threads.settle()
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
    func ask(_ verb: @escaping @Sendable () -> Disposable) async -> [String] {
      _ = await Threads.run(1) { _, _ in verb() }
      await Threads.settle()
      return await navigator.path
    }
    #expect(await ask { home.push(.details, with: "a").start() } == ["home#1", "details#2"])
    let details = try #require(await app.presenter("details#2", as: Int.self)).router
    _ = await ask { details.embed(.other, with: "b").start() }
    #expect(await navigator.tree.value.description.contains("other#3"))
    #expect(await ask { details.replace(.other, with: "c").start() } == ["home#1", "other#4"])
    let other = try #require(await app.presenter("other#4", as: Int.self)).router
    #expect(await ask { other.finish.execute(1) } == ["home#1"])
    #expect(await ask { home.present(.form).start() } == ["home#1", "form#5"])
    let form = try #require(await app.presenter("form#5", as: String.self)).router
    #expect(await ask { form.back.execute() } == ["home#1"])
    #expect(await ask { home.open("/details;value=d").start() } == ["home#1", "details#6"])
    let root = await navigator.router
    #expect(await ask { root.setRoot(.tabs).start() } == ["tabs#7"])
    let tabs = try #require(await app.presenter("tabs#7", as: Never.self)).router
    _ = await ask { tabs.tab(.details, with: "a").start() }
    #expect(await ask { tabs.tab(.other, with: "b").start() }.last == "details#8")
    #expect(await ask { tabs.select(.other, with: "b").start() }.last == "other#9")
    #expect(await ask { tabs.setRoot(.details, with: "r").start() } == ["details#10"])
    withExtendedLifetime((app, navigator)) {}
  }

  @Test func openingAndDisposingInARaceLeavesNothing() async {
    await #expect(processExitsWith: .success) {
      let (app, navigator, home) = try await ThreadTests.open()
      for _ in 0..<50 {
        _ = await Threads.run(4) { _, _ in
          let opening = home.present(.form).start()
          opening.dispose()
          return opening
        }
        await Threads.settle()
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
      _ = await Threads.run(8) { thread, _ in
        for _ in 0..<50 {
          if thread.isMultiple(of: 2) {
            center.post(name: Notification.Name("news"), object: nil, userInfo: ["text": "far"])
          } else {
            router.send(news, "near", to: .all).start()
          }
        }
        return Disposable()
      }
      await Threads.settle()
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
        Module(.home, opens: .plain) { _, _ in Assembly(presenter: DistantPresenter(isReady)) },
        Module(.plain, guard: Guard { _, _ in .hold(until: held) }) { _, _ in
          Assembly(presenter: DistantPresenter(isReady))
        },
      ])
    let isOpen = MutableProperty(false)
    navigator.open("/home/plain").observe { event in
      MainActor.assertIsolated()
      if case .completed = event { isOpen.value = true }
    }
    func path() -> [String] { navigator.path }
    func elsewhere(_ work: @escaping @Sendable () -> Void) async {
      _ = await Threads.run(1) { _, _ in
        work()
        return Disposable()
      }
      await Threads.settle()
    }
    #expect(path() == [])
    await elsewhere { screen.complete() }
    #expect(path() == ["home#1"])
    await elsewhere { isReady.value = true }
    await elsewhere { hold.send(()) }
    #expect(path() == ["home#1", "plain#2"])
    #expect(isOpen.value)
  }

  @MainActor private final class DistantStage: Stage {
    private let shown: Signal<Never, RouteError>
    init(_ shown: Signal<Never, RouteError>) { self.shown = shown }
    func perform(_ transition: Transition, view: (NavigationTree.Node.ID) -> AnyObject?) -> Signal<Never, RouteError> {
      shown
    }
  }

  private final class DistantPresenter: Presenter {
    private let ready: MutableProperty<Bool>
    init(_ ready: MutableProperty<Bool>) { self.ready = ready }
    var isReady: Property<Bool> { ready.readOnly }
    func loaded() { MainActor.assertIsolated() }
    func willGainFocus() { MainActor.assertIsolated() }
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
    let app = TestApp()
    let navigator = try app.open("/home")
    return (app, navigator, try app.router("home#1"))
  }
}

/// Real threads: they find races that a pool of workers misses.
enum Threads {
  /// Runs `body` on that many threads at once and returns their results when all have ended.
  static func run(
    _ count: Int, _ body: @escaping @Sendable (_ thread: Int, _ count: Int) -> Disposable
  ) async -> [Disposable] {
    let made = MutableProperty<[Int: Disposable]>([:])
    await withCheckedContinuation { continuation in
      let running = Countdown(count)
      for number in 0..<count {
        Thread {
          let disposable = body(number, count)
          made.modify { $0[number] = disposable }
          if running.decrement() == 0 { continuation.resume() }
        }.start()
      }
    }
    return (0..<count).compactMap { made.value[$0] }
  }

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

extension Event {
  fileprivate var isValue: Bool { if case .value = self { true } else { false } }
}
