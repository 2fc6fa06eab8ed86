import Effort
import Fixtures
import Foundation
import Services
import Signals
import Testing
import VIPER

@testable import REPL

/// Naming stores and transports for flows.
@MainActor @Suite struct NamedServicesTests {
  private struct Book: Codable, Hashable, Identifiable, Sendable {
    let id: Int
    var title: String
  }
  private let time = VirtualTimeScheduler()
  private let calls: Calls

  init() { calls = Calls(on: time) }

  /// The result of a call: its values, followed by its failure.
  private func outcome<Value: Sendable>(_ call: Signal<Value, some Error>) -> [String] {
    let log = MutableProperty<[String]>([])
    call.observe { event in
      switch event {
      case .value(let value): log.modify { $0.append("\(value)") }
      case .failed(let failure): log.modify { $0.append("! \(failure)") }
      case .completed: break
      }
    }.dispose()
    return log.value
  }

  @Test("each call of a store has its own name, and the store's answer if no stub is set") func names() {
    let store = MemoryStore([Book(id: 1, title: "Emma")]).named("books", calls)
    let emma = Book(id: 1, title: "Emma"), other = Book(id: 2, title: "Persuasion")
    let titles = [1, 3].map { outcome(store.entity($0).map { $0?.title ?? "none" }) }
    #expect(titles == [["Emma"], ["none"]])
    #expect(outcome(store.entities(Query())) == ["\([emma])"] && outcome(store.observe(Query())) == ["\([emma])"])
    for changes in [[], [.save(other)], [.delete(1)], [.save(emma), .delete(2)]] as [[StoreChange<Book>]] {
      #expect(outcome(store.commit(changes)) == ["()"])
    }
    #expect(
      calls.log.calls.map(\.name) == [
        "books.item", "books.item", "books.items", "books.changes", "books.commit", "books.save", "books.delete",
        "books.commit",
      ])
    #expect(calls.leftovers == [])
  }

  @Test("observing can be named like reading; commitIfStored is named like the change that it makes")
  func observed() {
    let store = MemoryStore([Book(id: 1, title: "Emma")]).named("books", calls, observed: "items")
    #expect(outcome(store.observe(Query())) == ["\([Book(id: 1, title: "Emma")])"])
    #expect(outcome(store.commitIfStored([.delete(2)])) == ["false"])
    #expect(outcome(store.commitIfStored([.save(Book(id: 1, title: "Emma"))])) == ["true"])
    calls.stub("books.delete", "null")
    #expect(outcome(store.commitIfStored([.delete(2)])) == ["true"])
    calls.fail("books.save", with: "disk full")
    #expect(outcome(store.commitIfStored([.save(Book(id: 1, title: ""))])) == ["! disk full"])
    #expect(
      calls.log.calls.map(\.name) == ["books.items"] + ["delete", "save", "delete", "save"].map { "books.\($0)" })
  }

  @Test("a stub answers with entities as JSON, and a fault is a failure of the store") func set() {
    let store = MemoryStore<Book>().named("books", calls)
    calls.stub("books.items", #"[{"id": 7, "title": "Emma"}]"#)
    calls.stub("books.item", "[]")
    calls.stub("books.save", "null")
    calls.fail("books.delete", with: "read-only disk")
    #expect(outcome(store.entities(Query())) == ["\([Book(id: 7, title: "Emma")])"])
    #expect(outcome(store.entity(7)) == ["nil"] && outcome(store.save(Book(id: 8, title: ""))) == ["()"])
    #expect(outcome(store.delete(7)) == ["! read-only disk"])
    calls.stub("books.items", #"[{"id": "seven"}]"#)
    #expect(outcome(store.entities(Query())).first?.hasPrefix("! the stub of 'books.items' cannot be read: ") == true)
  }

  @Test("naming a store declares the names of its calls, so that a misspelled name is detected") func announced() {
    _ = MemoryStore<Book>().named("books", calls)
    calls.fail("books.svae", with: "x")
    #expect(calls.leftovers.first?.hasSuffix("did you mean 'books.save'?") == true)
  }

  @Test("a transport's requests are stubbed, failed and recorded by name") func transport() {
    let transport = AnyTransport { _ in .just(HTTPResponse(200, body: Data("real".utf8))) }.named("users.get", calls)
    let request = HTTPRequest.get("/users")
    func body() -> [String] { outcome(transport.send(request).map { String(decoding: $0.body, as: UTF8.self) }) }
    #expect(body() == ["real"])
    calls.stub("users.get", #"{"name": "Jane"}"#)
    calls.fail("users.get", with: "lost")
    #expect(body().first?.hasPrefix("! cannot reach lost: ") == true)
    #expect(body() == [#"{"name": "Jane"}"#])
  }

  @Test(
    "a failure written into a flow is the same failure when it is played back",
    arguments: [
      .refused(host: "a:80"), .offline(host: "b"), .untrusted(host: "c"), .timedOut, .lost(host: "d: e"), .cancelled,
      .tooLarge(limit: 12), .unsendable("no path"),
    ] as [ServiceFailure])
  func failures(_ failure: ServiceFailure) {
    let transport = AnyTransport { _ in .never }.named("users.get", calls),
      failed = MutableProperty<ServiceFailure?>(nil)
    calls.fail("users.get", with: "\(failure)")
    transport.send(.get("/users")).observe { event in
      if case .failed(let failure) = event { failed.value = failure }
    }
    #expect(failed.value == failure)
  }

  /// Saves a book with that title and the next id.
  private static func addition(
    to store: some Store<Book>, after number: Int, _ title: @escaping @Sendable () -> String
  ) -> Command<Void, Void, StoreFailure> {
    let last = MutableProperty(number)
    return Command {
      .deferred {
        last.modify { $0 += 1 }
        return store.save(Book(id: last.value, title: title()))
      }
    }
  }

  /// An app with a list that observes and changes a store.
  private static let library = ConsoleApp("library", home: "books") { session in
    let store = MemoryStore(session.isScripted ? [] : [Book(id: 1, title: "Emma")]).named(
      "books", session.calls.hermetic)
    let module = Module(Route<Void, Never>("books")) { router, _ in
      let text = MutableProperty("")
      let books = Property<[Book]>(
        initial: [],
        then: store.observe(Query().ordered(by: \.id)).catchToValue { [Book(id: 0, title: "! \($0)")] })
      let add = addition(to: store, after: 1) { text.value }
      let remove = Command<Book, Void, StoreFailure> { store.delete($0.id) }
      return Assembly(
        view: ConsoleView(
          .list("books", books, empty: "(no books)", line: \.title, .row("remove", remove)), .field("title", text),
          .button("add", add), .button("back", router.back),
          .alert("", add.failures.map(\.description)), .alert("", remove.failures.map(\.description))))
    }
    let start = Module(Route<Void, Never>("start")) { _, _ in
      Assembly(view: ConsoleView(.title(Property(constant: "Start"))))
    }
    return try Navigator(stage: session.console, environment: session.environment, modules: [module, start])
  }

  @Test("a session with an observed list is saved with the answers of the live query, in order, and passes")
  func savedList()
    async throws
  {
    let folder = try TemporaryFolder(), file = folder.file("saved.flow")
    let environment = AppEnvironment.fixed(by: VirtualDate(time)),
      runner = LineRunner(recorder: Recording.save) {
        Session(live: Self.library, environment: environment, options: [:])
      }
    for line in [":open books", "title Persuasion", "add", ":fail books.save with \"disk full\"", "add", "remove 1"] {
      _ = await runner.run(line)
    }
    #expect(await runner.run(":save \(file.path)") == [])
    _ = await runner.end()
    let text = try folder.read("saved.flow")
    #expect(
      text.contains(
        """
        books> :stub books.save -> null
        books> :stub books.changes -> [{"id":1,"title":"Emma"},{"id":2,"title":"Persuasion"}]
        books> add
          1. Emma
          2. Persuasion

        """), "\(text)")
    let report = await Self.library.run(flow: file)
    #expect(report.passed, "\(report.text)")
  }

  /// An app with a list that observes again a second after a failure, and shows the problem meanwhile.
  private static let patientLibrary = ConsoleApp("library", home: "books") { session in
    let store = MemoryStore<Book>().named("books", session.calls.hermetic), time = session.environment.scheduler
    let module = Module(Route<Void, Never>("books")) { router, _ in
      let problem = MutableProperty("")
      let observed = store.observe(Query().ordered(by: \.id)).doError { problem.value = "\($0)" }
      let books = Property<[Book]>(
        initial: [],
        then: observed.retry(.max, delay: { _, _ in .seconds(1) }, on: time).catchToValue { _ in [] })
      let add = addition(to: store, after: 0) { "Emma" }
      let remove = Command<Book, Void, StoreFailure> { store.delete($0.id) }
      return Assembly(
        view: ConsoleView(
          .list("books", books, empty: "(no books)", line: { "\($0.id) \($0.title)" }, .row("remove", remove)),
          .label("problem", problem.readOnly), .button("add", add), .button("back", router.back),
          .alert("", add.failures.map(\.description)), .alert("", remove.failures.map(\.description))))
    }
    return try Navigator(stage: session.console, environment: session.environment, modules: [module])
  }

  @Test("saved random sessions with an observed list that fails and recovers pass")
  func randomlyObserved() async throws {
    for (name, app) in [("library", Self.library), ("patient library", Self.patientLibrary)] {
      for seed in 0..<Effort.runs(short: 10, full: 60, all: 200) {
        let folder = try TemporaryFolder(), file = folder.file("saved.flow")
        let typist = Typist(
          app, seed: UInt64(seed), texts: [:],
          lines: [
            ":fail books.changes with \"lost\"", ":fail books.changes with \"locked\" after 300ms",
            ":stub books.changes -> [{\"id\": 9, \"title\": \"Set\"}]", ":fail books.save with \"disk full\"",
            ":open books",
            ":back", ":screen",
          ])
        await typist.type(":open books")
        for _ in 0..<15 { await typist.step() }
        let said = await typist.save(as: file.path)
        await typist.end()
        let report = await typist.report(file)
        if report.passed, said.isEmpty { continue }
        Issue.record(
          """
          \(name), session \(seed)
          \(said.joined(separator: "\n"))
          \(report.text)
          typed:
          \(typist.typed.joined(separator: "\n"))
          saved:
          \((try? folder.read("saved.flow")) ?? "(nothing)")
          """)
      }
    }
  }
}
