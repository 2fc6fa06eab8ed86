import Effort
import Fixtures
import Foundation
import Services
import Signals
import SignalsTesting
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

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
    let recorder = Recorder(call)
    defer { recorder.dispose() }
    return recorder.values.map { "\($0)" } + (recorder.failure.map { ["! \($0)"] } ?? [])
  }

  private let emma = Book(id: 1, title: "Emma")

  @Test(
    "each call of a store has its own name, and the store's answer if no stub is set; a misspelled name is detected")
  func names() {
    let store = MemoryStore([emma]).named("books", calls)
    var outcomes = [1, 3].map { outcome(store.entity($0).map { $0?.title ?? "none" }) }
    outcomes += [store.entities(Query()), store.observe(Query())].map(outcome)
    #expect(outcomes == [["Emma"], ["none"], ["\([emma])"], ["\([emma])"]])
    let second = Book(id: 2, title: "Persuasion")
    let changes: [[StoreChange<Book>]] = [[], [.save(second)], [.delete(1)], [.save(emma), .delete(2)]]
    #expect(changes.flatMap { outcome(store.commit($0)) } == ["()", "()", "()", "()"])
    #expect([[.delete(2)], [.save(emma)]].flatMap { outcome(store.commitIfStored($0)) } == ["false", "true"])
    let names = ["item", "item", "items", "changes", "commit", "save", "delete", "commit", "delete", "save"]
    #expect(calls.log.calls.map(\.name) == names.map { "books.\($0)" })
    #expect(calls.leftovers == [])
    calls.fail("books.svae", with: "x")
    #expect(calls.leftovers.first?.hasSuffix("did you mean 'books.save'?") == true)
  }

  @Test("a stub answers with entities as JSON, and a fault is a failure of the store") func set() {
    let store = MemoryStore<Book>().named("books", calls)
    calls.stub("books.items", #"[{"id": 7, "title": "Emma"}]"#)
    calls.stub("books.item", "[]")
    for name in ["books.save", "books.delete"] { calls.stub(name, "null") }
    var outcomes = [outcome(store.entities(Query())), outcome(store.entity(7)), outcome(store.save(emma))]
    outcomes += [outcome(store.commitIfStored([.delete(2)]))]
    #expect(outcomes == [["\([Book(id: 7, title: "Emma")])"], ["nil"], ["()"], ["true"]])
    for name in ["books.save", "books.delete"] { calls.fail(name, with: "disk full") }
    #expect(
      [outcome(store.delete(7)), outcome(store.commitIfStored([.save(emma)]))] == [["! disk full"], ["! disk full"]])
    calls.stub("books.items", #"[{"id": "seven"}]"#)
    #expect(outcome(store.entities(Query())).first?.hasPrefix("! the stub of 'books.items' cannot be read: ") == true)
  }

  @Test("a transport's requests are stubbed and failed by name; a failure in a flow is the one that was recorded")
  func transport() {
    let transport = AnyTransport { _ in .just(HTTPResponse(200, body: Data("real".utf8))) }.named("users.get", calls)
    func answer() -> [String] {
      outcome(transport.send(.get("/users")).map { String(decoding: $0.body, as: UTF8.self) })
    }
    #expect(answer() == ["real"])
    calls.stub("users.get", "{}")
    let failures: [String: ServiceFailure] = [
      "refused a:80": .refused(host: "a:80"), "offline b": .offline(host: "b"), "timed out": .timedOut,
      "lost d: e": .lost(host: "d: e"),
      "too large 12": .tooLarge(limit: 12), "unsendable no path": .unsendable("no path"),
    ]
    for (text, failure) in failures {
      calls.fail("users.get", with: text)
      #expect(Recorder(transport.send(.get("/users"))).failure == failure)
    }
    calls.fail("users.get", with: "lost")
    #expect(answer().first?.hasPrefix("! cannot reach lost: ") == true)
    #expect(answer() == ["{}"])
  }

  /// A transport whose answers come in two parts.
  private static let pictures = AnyStreaming { _ in
    .from([.head(HTTPResponse(headers: ["X": "y"])), .body(Data("ab".utf8)), .body(Data("cd".utf8))])
  }

  @Test("a stream is stubbed with a whole answer, and failed, by its name") func stream() {
    let named = Self.pictures.namedStream("picture.get", calls)
    func parts() -> [String] {
      outcome(
        named.stream(.get("/")).map { part in
          switch part {
          case .sent(let count, _): "sent \(count)"
          case .head(let head): "\(head.status)"
          case .body(let data): String(decoding: data, as: UTF8.self)
          }
        })
    }
    #expect(parts() == ["200", "ab", "cd"])
    #expect(Recorder(named.send(.get("/"))).values.map(\.body) == [Data("abcd".utf8)])
    calls.fail("picture.get", with: "lost a")
    #expect(Recorder(named.stream(.get("/"))).failure == .lost(host: "a"))
    calls.stub("picture.get", "HTTP/1.1 404\n\nno picture")
    #expect(parts() == ["404", "no picture"])
    calls.stub("picture.get", "HTTP/1.1 204\n\n")
    #expect(parts() == ["204"])
    #expect(calls.leftovers == [])
  }

  /// An app that shows what it has received of a picture.
  private static func viewer(_ pictures: AnyStreaming) -> ConsoleApp {
    ConsoleApp("viewer", home: "picture") { session in
      let named = pictures.namedStream("picture.get", session.calls)
      let module = Module(Route<Void, Never>("picture")) { _, _ in
        let load = Command<Void, Int, ServiceFailure> {
          named.stream(.get("/")).map { if case .body(let data) = $0 { data.count } else { 0 } }.scan(0, +)
        }
        let count = Property<String>(initial: "-", then: load.values.map { "\($0)" })
        return Assembly(
          view: ConsoleView(.label("bytes", count), .button("load", load), .alert("", load.failures.map(\.description)))
        )
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
  }

  /// Loads a picture and saves the session; returns what `:save` prints, the flow, and whether it passes.
  ///
  /// - Parameters:
  ///   - lines: typed after the picture is loaded.
  ///   - meanwhile: runs while the picture is loaded.
  private func saved(
    _ pictures: AnyStreaming, then lines: [String] = [":screen"], meanwhile: () -> Void = {}
  ) async throws -> (said: [String], flow: String, passes: Bool) {
    let folder = try TemporaryFolder(), file = folder.file("saved.flow"), app = Self.viewer(pictures)
    let environment = AppEnvironment.fixed(by: VirtualDate(time))
    let runner = LineRunner(recorder: Recording.recorder) {
      Session(live: app, environment: environment)
    }
    for line in [":open picture", "load"] { _ = await runner.run(line) }
    meanwhile()
    for line in lines { _ = await runner.run(line) }
    let said = await runner.run(":save \(file.path)").output
    _ = await runner.end()
    return (said, try folder.read("saved.flow"), await app.run(flow: file).passed)
  }

  @Test(
    "a session with a stream is saved with the whole answer, and passes, also when a later line was taken back",
    arguments: [[":screen"], [":screen", ":back"]])
  func savedStream(lines: [String]) async throws {
    let (said, flow, passes) = try await saved(Self.pictures, then: lines)
    #expect(said == [])
    #expect(flow.contains("HTTP/1.1 200\ncontent-length: 4\nx: y\n\nabcd"), "\(flow)")
    #expect(flow.contains("load\n  bytes: 4\n"), "\(flow)")
    #expect(passes)
  }

  @Test("saving a session in which the parts came one after the other says so") func savedParts() async throws {
    let (more, input) = Signal<Void, ServiceFailure>.pipe()
    let pictures = AnyStreaming { _ in
      .from([.head(HTTPResponse()), .body(Data("ab".utf8))]).concat(more.first().map { .body(Data("cd".utf8)) })
    }
    let (said, flow, _) = try await saved(pictures) { input.send(()) }
    let complaint =
      "'picture.get' answered in parts, one after the other, and a stub answers at once: the flow may differ"
    #expect(said.first?.hasSuffix(complaint) == true, "\(said)")
    #expect(flow.contains("abcd"), "\(flow)")
  }

  /// An app with a list that observes and changes a store.
  ///
  /// - Parameter isPatient: whether it observes again a second after a failure, and shows the problem meanwhile.
  private static func library(isPatient: Bool) -> ConsoleApp {
    ConsoleApp("library", home: "books") { session in
      let stored = isPatient || session.isScripted ? [] : [Book(id: 1, title: "Emma")]
      let store = MemoryStore(stored).named("books", session.calls.hermetic), time = session.environment.scheduler
      let module = Module(Route<Void, Never>("books")) { router, _ in
        let text = MutableProperty(""), problem = MutableProperty(""), last = MutableProperty(stored.count)
        let observed = store.observe(Query().ordered(by: \.id)).doFailed { if isPatient { problem.value = "\($0)" } }
        let lasting = observed.retry(isPatient ? .max : 0, delay: { _, _ in .seconds(1) }, on: time)
        let books = Property<[Book]>(initial: [], then: lasting.catchToValue { [Book(id: 0, title: "! \($0)")] })
        let add = Command<Void, Void, StoreFailure> {
          .deferred {
            last.modify { $0 += 1 }
            return store.save(Book(id: last.value, title: text.value))
          }
        }
        let remove = Command<Book, Void, StoreFailure> { store.delete($0.id) }
        return Assembly(
          view: ConsoleView(
            .list("books", books, empty: "(no books)", line: \.title, .row("remove", remove)), .field("title", text),
            .label("problem", problem.readOnly), .button("add", add), .button("back", Command(back: router)),
            .alert("", add.failures.map(\.description)), .alert("", remove.failures.map(\.description))))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
  }

  @Test("a session with an observed list is saved with the answers of the live query, in order, and passes")
  func savedList() async throws {
    let folder = try TemporaryFolder(), file = folder.file("saved.flow")
    let environment = AppEnvironment.fixed(by: VirtualDate(time)), library = Self.library(isPatient: false)
    let runner = LineRunner(recorder: Recording.recorder) {
      Session(live: library, environment: environment)
    }
    for line in [":open books", "title Persuasion", "add", ":fail books.save with \"disk full\"", "add", "remove 1"] {
      _ = await runner.run(line)
    }
    #expect(await runner.run(":save \(file.path)").output == [])
    _ = await runner.end()
    let text = try folder.read("saved.flow")
    #expect(
      text.contains(
        """
        books> :stub books.save -> null
        books> :stub books.changes -> [{"id":1,"title":"Emma"},{"id":2,"title":"Persuasion"}] next
        books> add
          1. Emma
          2. Persuasion

        """), "\(text)")
    let report = await library.run(flow: file)
    #expect(report.passed, "\(report.text)")
  }

  @Test("saved random sessions with an observed list that fails and recovers pass", arguments: [false, true])
  func randomlyObserved(_ isPatient: Bool) async throws {
    for seed in 0..<Effort.runs(short: 5, full: 20, all: 200) {
      let typist = Typist(
        Self.library(isPatient: isPatient), seed: UInt64(seed), texts: [:],
        lines: [
          ":fail books.changes with \"lost\"", ":fail books.changes with \"locked\" after 300ms",
          ":stub books.changes -> [{\"id\": 9, \"title\": \"Set\"}]", ":fail books.save with \"disk full\"",
          ":open books", ":back", ":screen",
        ])
      await typist.type(":open books")
      for _ in 0..<15 { await typist.step() }
      if let problem = try await typist.saved().problem { Issue.record("session \(seed)\n\(problem)") }
    }
  }
}
