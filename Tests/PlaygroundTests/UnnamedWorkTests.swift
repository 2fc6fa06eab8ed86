import Dispatch
import Fixtures
import Foundation
import SQLiteStores
import Services
import Signals
import SignalsTesting
import Testing
import VIPER

@testable import REPL

/// Work that leaves the process without a name, in apps that forget the name.
@MainActor @Suite struct UnnamedWorkTests {
  private typealias Ask = @Sendable (Calls, AppEnvironment) -> Signal<String, StoreFailure>

  private struct Book: Codable, Identifiable, Sendable {
    let id: Int
    var title: String
  }
  private let folder: TemporaryFolder
  private nonisolated static let client = HTTPClient(
    base: URL(string: "https://user:pw@books.example:8443/api") ?? URL(fileURLWithPath: "/"))

  init() throws { folder = try TemporaryFolder() }

  /// The outputs of `:open home`, of `ask`, and of the end, of a screen that asks when it opens or for the command.
  private func outputs(
    _ when: When = .command, live isLive: Bool = false, _ ask: @escaping Ask
  ) async throws -> [[String]] {
    let app = Self.app { session, router in
      let calls = session.calls, environment = session.environment, said = MutableProperty("")
      let ask = Command { ask(calls, environment) }
      ask.values.bind(to: said).stored(in: router.alive)
      if when == .opening { ask.execute() }
      return ConsoleView(.label("said", said), .button("ask", ask), .alert("", ask.failures.map { "\($0)" }))
    }
    let flow = "> :open home\n" + (when == .command ? "> ask\n" : "")
    let run = await FlowRunner(app, isLive: isLive).execute(try FlowParser.parse(flow))
    return run.steps.map(\.output) + [run.end]
  }

  /// An app of one screen, `home`.
  private static func app(view: @escaping @MainActor @Sendable (Session, Router<Never>) -> ConsoleView) -> ConsoleApp {
    ConsoleApp("books", home: "home") { session in
      let home = Module(Route<Void, Never>("home")) { [unowned session] router, _ in
        Assembly(view: view(session, router))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [home])
    }
  }

  private enum When { case opening, command }

  private nonisolated static func get(_ path: HTTPPath, _ query: HTTPField...) -> Signal<String, StoreFailure> {
    client.send(.get(path, query: query)).map { "\($0.status)" }.mapFailure { .other("\($0)") }
  }

  private static let unsent =
    #"GET https://books.example:8443/api/books has no name, so it was not sent; add .named("books.get", session.calls)"#
    + " to the client"

  @Test("a request without a name is refused with the sentence to write", arguments: [false, true])
  func request(_ isLive: Bool) async throws {
    let printed = try await outputs(live: isLive) { _, _ in Self.get("/books", HTTPField("token", "secret")) }
    #expect(
      printed == [[], ["! cannot send the request: \(Self.unsent). Nothing was sent.", "!! \(Self.unsent)"], []])
  }

  @Test("a request of an opening screen is refused, and printed once") func opening() async throws {
    let printed = try await outputs(.opening) { _, _ in Self.get("/books").catch { _ in Self.get("/books") } }
    #expect(printed.first?.last == "!! \(Self.unsent)")
    #expect(printed.joined().filter { $0.hasPrefix("!!") }.count == 1)
  }

  @Test("a stream without a name is refused with the sentence to write") func stream() async throws {
    let printed = try await outputs { _, _ in
      Self.client.stream(.get("/1")).map { _ in "" }.mapFailure { .other("\($0)") }
    }
    let remedy = #"add .named("1.get", session.calls) to the client"#
    #expect(printed[1].last == "!! GET https://books.example:8443/api/1 has no name, so it was not sent; \(remedy)")
  }

  @Test("a request after the answer of a named call needs a name of its own") func chained() async throws {
    for answer in [Signal<String, StoreFailure>.just("yes"), Self.elsewhere { "yes" }] {
      let printed = try await outputs { calls, _ in
        calls.hermetic.call("login", answer, failure: StoreFailure.other).flatMap { _ in Self.get("/books") }
      }
      #expect(printed[1].last == "!! \(Self.unsent)")
    }
  }

  @Test("a request in a task or after a timer is refused, under its own line") func later() async throws {
    let asks: [Ask] = [
      { _, environment in
        Signal(
          on: environment.executor,
          async: { @Sendable () async -> String in (try? await Self.get("/books").firstValue()) ?? "" }
        ).promoteFailure()
      },
      { _, environment in
        Signal<Void, StoreFailure>.just(()).delay(.zero, on: environment.scheduler).flatMap { _ in Self.get("/books") }
      },
    ]
    for ask in asks { #expect(try await outputs(.command, ask)[1].last == "!! \(Self.unsent)") }
  }

  private nonisolated static func elsewhere(_ body: @escaping @Sendable () -> String) -> Signal<String, StoreFailure> {
    Signal { emitter in
      DispatchQueue.global().async {
        emitter.send(body())
        emitter.complete()
      }
    }
  }

  // MARK: Files

  private func unused(_ file: URL) -> String {
    "\(file.path) has no name, so it was not used; name its store with .named(…, session.calls), "
      + "or keep it in memory: MemoryStore, MemoryFileSystem"
  }

  @Test("a store on disk without a name is not used, on any queue") func store() async throws {
    let file = URL(fileURLWithPath: folder.file("books.json").path)
    let stores: [any Store<Book>] = [FileStore(at: file), SQLiteStore(at: file)]
    for store in stores {
      let printed = try await outputs { _, _ in store.save(Book(id: 1, title: "Emma")).map { "saved" } }
      #expect(printed[1].last == "!! \(unused(file))")
      let onQueue = store.working()
      let later = try await outputs { calls, _ in
        // The flow waits for the named call, which is second in the store's queue, not for the store.
        .merge([
          onQueue.entities(Query()).map { "\($0.count)" },
          calls.hermetic.call("wait", Self.settled(onQueue), failure: StoreFailure.other),
        ])
      }
      #expect(later.joined().contains("!! \(unused(file))"))
    }
    #expect(folder.names == [])
  }

  /// Answers after the store's queue has done its work.
  private nonisolated static func settled(_ store: some Store<Book>) -> Signal<String, StoreFailure> {
    store.entities(Query()).map { _ in "waited" }.catchToValue { "\($0)" }.promoteFailure()
  }

  @Test("a file that a screen writes while it opens is not written") func file() async throws {
    let file = folder.file("note.txt")
    let printed = try await outputs(.opening) { _, _ in
      .deferred {
        do throws(FileSystemFailure) { try DiskFileSystem().write(Data(), to: file) } catch {
          return .fail(.other(error.reason))
        }
        return .just("written")
      }
    }
    #expect(printed.joined().contains("!! \(unused(file))"))
    #expect(folder.names == [])
  }

  // MARK: Work with a name

  @Test("named work may use the disk, on queues, in tasks and in retries") func named()
    async throws
  {
    let file = folder.file("books.json"), attempts = MutableProperty(0)
    @Sendable func read() -> String { (try? DiskFileSystem().contents(of: file)) == nil ? "none" : "some" }
    let works: [Ask] = [
      { _, _ in FileStore<Book>(at: file).working().save(Book(id: 1, title: "Emma")).map { "some" } },
      { _, environment in
        Signal(on: environment.executor, async: { @Sendable () async -> String in read() }).promoteFailure()
      },
      { _, environment in
        Self.elsewhere { "" }.flatMap { _ in
          attempts.modify { $0 += 1 }
          return attempts.value < 3 ? .fail(StoreFailure.other("again")) : .just(read())
        }.retry(3, delay: { _, _ in .zero }, on: environment.scheduler)
      },
    ]
    for work in works {
      let printed = try await outputs { calls, environment in
        calls.hermetic.call("books", work(calls, environment), failure: StoreFailure.other)
      }
      #expect(printed == [[], ["said: some"], []])
    }
  }

  @Test("a typed session may do work without a name") func typed() async {
    let file = folder.file("books.json")
    let app = Self.app { _, _ in
      let save = Command { FileStore<Book>(at: file).save(Book(id: 1, title: "Emma")) }
      return ConsoleView(.button("save", save), .alert("", save.failures.map { "\($0)" }))
    }
    let runner = LineRunner {
      Session(live: app, environment: .fixed(by: VirtualDate(VirtualTimeScheduler())))
    }
    _ = await runner.run(":open home")
    #expect(await runner.run("save").output == [])
    #expect(folder.names.contains("books.json"))
  }
}
