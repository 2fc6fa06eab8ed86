import BuiltPackage
import Foundation
import Testing

/// The compiler explains common mistakes in terms of the code that has them.
@Suite struct CompilerMessageTests {
  private static let imports = "import Foundation\nimport REPL\nimport Services\nimport Signals\nimport VIPER\n"
  private static let common = """
    struct Boom: Error {}
    struct Plain: Sendable {}
    struct Note: Codable, Identifiable, Equatable, Sendable { var id = 0 }
    final class Box { var value = 0 }
    @MainActor final class Label { var text = "" }
    typealias Ints = Signal<Int, Never>
    typealias Failing = Signal<Int, Boom>
    typealias List = MutableProperty<[Int]>
    extension Route<Void, Never> { static var list: Self { Route("list") } }
    extension Route<Int, String> { static var details: Self { Route("details") } }
    """

  /// A mistake, which has an error, and the words of that error, or of the warning beside it.
  private static let mistakes: [(code: String, message: String)] = [
    // Modules and their routers.
    ("@MainActor func f() -> Module { Module(.list) { Assembly() } }", "expects 2 arguments"),
    ("@MainActor func f() -> Module { Module(.list) { router in Assembly() } }", "expects 2 arguments, but 1 was used"),
    ("@MainActor func f() { _ = Module(.list, opens: .details) { Assembly() } }", "expects 2 arguments"),
    ("@MainActor func f() { _ = Module(.list, opens: .detials) { _, _ in Assembly() } }", "has no member 'detials'"),
    ("@MainActor func f() { _ = Module(.list) { router, _ in router } }", "to closure result type 'Assembly'"),
    ("@MainActor func f() { _ = Assembly(presenter: Box()) }", "does not conform to expected type 'Presenter'"),
    ("func f() -> Guard { Guard { _ in .proceed } }", "expects 2 arguments, but 1 was used"),
    ("@MainActor final class Screens: Stage {}", "does not conform to protocol 'Stage'"),
    (
      "func f(_ r: Router<Never>) { r.push(.details, with: \"7\").start() }",
      "type 'String' to expected argument type 'Int'"
    ),
    ("func f(_ r: Router<Never>) { r.push(.details).start() }", "the types 'Void' and 'Int'"),
    ("func f(_ r: Router<Never>) { r.push(.list, with: 7).start() }", "type 'Int' to expected argument type '()'"),
    ("func f(_ r: Router<Int>) { r.finish(\"7\").start() }", "type 'String' to expected argument type 'Int'"),
    ("func f(_ r: Router<Int>) { r.finish().start() }", "the types 'Int' and '()'"),
    ("func f(_ r: Router<Int>, _ s: Signal<String, Never>) { s.bind(to: r.finish) }", "'Verb<Int>' to expected"),
    (
      "func f(_ r: Router<Int>, _ e: ModuleEvent<Int>) { r.send(e, \"7\", to: .all).start() }",
      "type 'String' to expected"
    ),
    // Signals.
    ("func f() { _ = Signal<Box, Never>.never }", "type 'Box' does not conform to the 'Sendable' protocol"),
    (
      "func f(_ s: Ints, _ box: Box) -> Ints { s.map { $0 + box.value } }",
      "capture of 'box' with non-Sendable type 'Box'"
    ),
    (
      "@MainActor func f(_ s: Ints, _ l: Label) { _ = s.map { l.text + \"\\($0)\" } }",
      "main actor-isolated property 'text'"
    ),
    (
      "@MainActor func f(_ s: Ints, _ l: Label) { s.observeValues { l.text = \"\\($0)\" } }",
      "actor-isolated property 'text'"
    ),
    ("func f(_ s: Ints) { var n = 0; s.observeValues { n += $0 } }", "mutation of captured var 'n'"),
    ("func f(_ s: Ints) { _ = s.map { $0 + 1 }.fliter { $0 > 1 }.first() }", "has no member 'fliter'"),
    ("func f(_ s: Failing) { s.observeValues { print($0) } }", "the types 'Boom' and 'Never'"),
    (
      "func f(_ s: Ints, _ t: Failing) { _ = Signal.combineLatest(s, t) { ($0, $1) } }",
      "to expected argument type 'Signal<Int, Never>'"
    ),
    ("func f(_ s: Ints) -> Signal<String, Never> { s.map { $0 + 1 } }", "type 'Int' to closure result type 'String'"),
    ("func f(_ s: Ints) { s.map { $0.count }.observeValues { print($0) } }", "type 'Int' has no member 'count'"),
    ("func f(_ s: Signal<Plain, Never>) { _ = s.removeDuplicates() }", "requires that 'Plain' conform to 'Equatable'"),
    ("func f(_ s: Ints) { s.observeValues { _ in }.stored() }", "missing argument for parameter 'in'"),
    ("func f(_ s: Ints) { _ = s.debounce(0.3, on: .main) }", "type 'Double' to expected argument type 'Duration'"),
    ("func f(_ s: Ints) { _ = s.debounce(.seconds(1)) }", "missing argument for parameter 'on'"),
    ("func f(_ s: Ints) async { for await v in s { print(v) } }", "to conform to 'AsyncSequence'"),
    // Properties, bindings and commands.
    ("func f(_ s: Failing, _ p: MutableProperty<Int>) { s.bind(to: p) }", "the types 'Boom' and 'Never'"),
    (
      "func f(_ s: Ints, _ p: MutableProperty<String>) { s.bind(to: p) }",
      "'MutableProperty<String>' to expected argument"
    ),
    ("@MainActor func f(_ s: Ints, _ l: Label) { s.bind(to: l) { $0.text = $1 } }", "type 'Int' to type 'String'"),
    ("func f(_ p: Property<Int>) { p.value = 3 }", "'value' is a get-only property"),
    (
      "func f(_ p: List, _ s: Ints) { s.observeValues { _ in p.modify { $0.removeFrist() } } }",
      "no member 'removeFrist'"
    ),
    (
      "func f(_ p: List, _ s: Ints) { s.observeValues { _ in p.modify { $0.append(\"7\") } } }",
      "type 'String' to expected"
    ),
    ("func f(_ c: Command<Int, Int, Never>) { c.execute() }", "the types 'Int' and '()'"),
    (
      "func f(_ c: Command<Int, Int, Never>, _ s: Signal<String, Never>) { s.bind(to: c) }",
      "'Command<Int, Int, Never>'"
    ),
    (
      "func f(_ s: Ints) -> Command<Void, String, Never> { Command { s } }",
      "the signal's types differ from the command's; write 'map' or 'mapFailure'"
    ),
    ("func f() -> Command<Void, Int, Never> { Command { misspelt() } }", "cannot find 'misspelt' in scope"),
    (
      "func f(_ r: Router<Never>) -> Command<Void, Void, RouteError> { .sync { r.push(.list) } }",
      "nothing would observe the closure's signal; write 'Command { … }' without 'sync'"
    ),
    (
      "func f(_ r: Router<Never>) throws -> Command<Void, Void, RouteError> { try .sync { r.push(.list) } }",
      "nothing would observe the closure's signal; write 'Command { … }' without 'sync'"
    ),
    ("func f(_ p: List) -> Int { p.modify { $0.removeFirst() } }", "type '()' to return type 'Int'"),
    // Console views and services.
    ("@MainActor func f(_ p: Property<String>) { _ = ConsoleView(.field(\"name\", p)) }", "'MutableProperty<String>'"),
    ("@MainActor func f(_ p: Property<Int>) { _ = ConsoleView(.label(\"count\", p)) }", "the types 'Int' and 'String'"),
    ("func f(_ s: any Store<Note>) { s.save(\"note\").start() }", "type 'String' to expected argument type 'Note'"),
    ("func f(_ c: HTTPClient) { c.send(\"/notes\").start() }", "type 'String' to expected argument type 'HTTPRequest'"),
  ]

  /// Valid code that is easily taken for a mistake: the result of the last call is dropped.
  private static let valid = """
    func dropping(_ p: List, _ s: Ints) { s.observeValues { _ in p.modify { $0.removeFirst() } } }
    func keeping(_ p: List) -> Int { p.withValue { $0.removeFirst() } }
    """

  @Test("each mistake has an error that names it, and no other line has one") func errors() async throws {
    var files = ["Common": Self.common + "\n" + Self.valid]
    for (number, mistake) in Self.mistakes.enumerated() {
      files["Mistake\(number)"] = mistake.code.replacing("func f(", with: "func f\(number)(")
    }
    let output = try await Compiler().typeCheck(files.mapValues { Self.imports + $0 })
    let lines = output.text.split(separator: "\n"), errors = lines.filter { $0.contains(" error: ") }
    for (number, mistake) in Self.mistakes.enumerated() {
      let own = lines.filter { $0.contains("Mistake\(number).swift:") }, text = own.joined(separator: "\n")
      #expect(own.contains { $0.contains(mistake.message) }, "\(mistake.code)\n\(text)")
      #expect(own.contains { $0.contains(" error: ") }, "\(mistake.code)\n\(text)")
    }
    #expect(errors.filter { $0.contains("Common.swift:") || $0.contains("failed to produce diagnostic") } == [])
  }
}
