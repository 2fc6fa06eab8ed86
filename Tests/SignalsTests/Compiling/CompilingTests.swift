import BuiltPackage
import Foundation
import Testing

/// Invalid code does not compile and gives a helpful error; the compiler finds the types of valid code easily.
@Suite struct CompilingTests {
  /// Type-checks sources, by the names of their files, against the module under test, which is beside this test's own binary.
  private func typeCheck(_ sources: [String: String], _ flags: String...) async throws -> ToolRun {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("compiling-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try sources.map { name, source in
      let file = folder.appendingPathComponent("\(name).swift")
      try ("import Signals\n" + source).write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }
    let modules = try #require(BuiltModules.folder, "the folder of built modules was not found beside the tests")
    return try await onOwnThread {
      try ToolRun(
        ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-I", modules.path] + flags + files)
    }
  }

  @Test func mistakesAreRefused() async throws {
    let anotherSignal = "the signal's types differ from the command's; write 'map' or 'mapFailure'"
    let noSignal = "the closure must return a signal; write 'Command.sync { … }' for other work"
    // Each file has a mistake of its own, and its error.
    let refused: [String: (source: String, error: String)] = [
      "NotSendable": (
        """
        final class NotSendable { var value = 0 }
        let signal = Signal<NotSendable, Never>.empty
        """, "does not conform to the 'Sendable' protocol"
      ),
      "MainActorClosure": (
        """
        @MainActor final class View { var text = "" }
        func bind(_ signal: Signal<String, Never>, to view: View) {
          signal.observeValues { view.text = $0 }
        }
        """, "main actor-isolated property 'text' can not be mutated"
      ),
      "CapturedVariable": (
        """
        func count(_ signal: Signal<Int, Never>) -> Int {
          var count = 0
          signal.observeValues { _ in count += 1 }
          return count
        }
        """, "mutation of captured var 'count' in concurrently-executing code"
      ),
      "BindingThatCanFail": (
        """
        struct Boom: Error {}
        func bind(_ signal: Signal<Int, Boom>, to property: MutableProperty<Int>) { signal.bind(to: property) }
        """, "requires the types 'Boom' and 'Never' be equivalent"
      ),
      "CommandOfAnotherSignal": (
        """
        func make(_ signal: Signal<Int, Never>) -> Command<Void, Void, Never> { Command { signal } }
        """, anotherSignal
      ),
      "CommandOfAnotherFailure": (
        """
        struct Crash: Error {}
        func make(_ signal: Signal<Int, Never>) -> Command<Void, Int, Crash> {
          Command(unless: Property<String?>(constant: nil)) {
            print("presents")
            return signal
          }
        }
        """, anotherSignal
      ),
      "CommandOfAStatement": (
        """
        func make(_ count: MutableProperty<Int>) -> Command<Void, Void, Never> { Command { count.modify { $0 += 1 } } }
        """, noSignal
      ),
      "CommandOfStatements": (
        """
        func make(_ count: MutableProperty<Int>) {
          let clear = Command {
            count.value = 1
            count.value = 0
          }
          clear.execute()
        }
        """, noSignal
      ),
      "CommandOfAValue": (
        "let command = Command<Void, Int, Never>(enabledIf: Property(constant: true)) { 1 }", noSignal
      ),
      "UnwrappingCommandOfAnotherSignal": (
        """
        func make(_ user: Property<String?>, _ signal: Signal<Int, Never>) -> Command<Void, Void, Never> {
          Command(unwrapping: user) { _ in signal }
        }
        """, "Signal<Int, Never>"
      ),
      "MisspeltCommand": (
        "let command = Command<Void, Int, Never> { misspelt() }", "cannot find 'misspelt' in scope"
      ),
    ]
    let output = try await typeCheck(refused.mapValues(\.source), "-whole-module-optimization")
    let errors = output.text.split(separator: "\n")
    let missing = refused.filter { name, row in
      !errors.contains { $0.contains("\(name).swift:") && $0.contains(" error: ") && "\($0)".contains(row.error) }
    }
    #expect(missing.keys.sorted() == [], "\(output.text)")
    #expect(!output.succeeded)
  }

  /// The closure's signal would be dropped, or be a value of the command. `try` and `await` do not help.
  @Test func aSignalIsNoSynchronousWorkInAnyForm() async throws {
    let forms = [
      "func f() -> C { .sync { push() } }", "func f() throws -> C { try .sync { push() } }",
      "func f() throws -> C { .sync { push() } }", "@MainActor func f() throws -> C { try .sync { push() } }",
      "func f() async -> C { .sync { push() } }", "func f() async throws -> C { try await .sync { push() } }",
      "@MainActor func f() async throws -> C { try await .sync { push() } }",
      "func f() -> C { .sync { print(1); return push() } }",
      "func f() throws -> C { try .sync { print(1); return push() } }",
      "func f() -> C { .sync { () throws(Boom) in if never { throw Boom() }; return push() } }",
      "func f() -> C { .sync(unless: Property<String?>(constant: nil)) { push() } }",
      "func f() -> C { .sync(enabledIf: Property(constant: true), policy: .latest) { push() } }",
      "func f() { let c = Command.sync { push() }; c.execute() }",
      "func f() throws { let c = try Command.sync { push() }; c.execute() }",
      "func f() { let c: Command<Void, Signal<Void, Boom>, Boom> = .sync { push() }; c.execute() }",
      "func f() -> Command<Int, Void, Boom> { .sync { _ in push() } }",
      "static let c = C.sync { push() }", "@MainActor final class View { let c = C.sync { push() } }",
      "@MainActor final class View { lazy var c: C = try! .sync { push() } }",
    ]
    let common = """
      struct Boom: Error {}
      typealias C = Command<Void, Void, Boom>
      let never = false
      func push() -> Signal<Void, Boom> { .empty }
      """
    // A namespace each, and the compiler checks all of them at once.
    let sources = forms.enumerated().map { ("Form\($0)", "enum Form\($0) { \($1) }") } + [("Common", common)]
    let output = try await typeCheck(Dictionary(uniqueKeysWithValues: sources), "-whole-module-optimization")
    let lines = output.text.split(separator: "\n")
    for (number, form) in forms.enumerated() {
      let own = lines.filter { $0.contains("Form\(number).swift:") }, text = own.joined(separator: "\n")
      #expect(own.contains { $0.contains(" error: ") }, "\(form)\n\(text)")
      let sentence = "nothing would observe the closure's signal; write 'Command { … }' without 'sync'"
      #expect(own.contains { $0.contains(sentence) }, "\(form)\n\(text)")
    }
    #expect(lines.filter { $0.contains("Common.swift:") } == [])
  }

  /// The limit is the number of attempts for an expression, which is the same on every machine; these need fewer than 60.
  @Test func typesAreFoundInFewAttempts() async throws {
    let valid = """
      func present(_ title: String) -> Signal<Int, Never> { .just(title.count) }
      struct Boom: Error {}
      func commands(
        _ a: MutableProperty<String>, _ b: MutableProperty<String>, _ api: @escaping @Sendable (String) -> Signal<Int, Boom>
      ) {
        let missing = Property.combineLatest(a, b) { a, b in a.isEmpty ? "a is empty" : b.isEmpty ? "b is empty" : nil }
        let save = Command(unless: missing) { api(a.value + b.value).map { $0 + 1 }.retry(2) }
        let clear = Command.sync(enabledIf: save.isExecuting.not.and(a.map { !$0.isEmpty })) {
          a.value = ""
          b.modify { $0 = String($0.reversed()) + a.value }
        }
        let open = Command<Int, String, Boom>(unless: a.map { $0.isEmpty ? "nothing" : nil }) { number in
          let text = "\\(number)" + a.value
          return api(text).flatMap(.latest) { length in api(text + "\\(length)").map { "\\($0)" } }
        }
        let greet = Command(unwrapping: a.map { $0.isEmpty ? nil : $0 }) { name in present(name).map { $0 + name.count } }
        _ = (save, clear, open, greet)
      }
      func search(
        _ q: Property<String>, _ api: @escaping @Sendable (String) -> Signal<[String], Never>, _ s: any Scheduler
      ) -> Signal<String, Never> {
        q.signal.debounce(.milliseconds(300), on: s).removeDuplicates().filter { $0.count > 2 }
          .flatMap(.latest) { api($0) }.map { $0.joined(separator: ",") }
      }
      """
    let output = try await typeCheck(["valid": valid], "-Xfrontend", "-solver-scope-threshold=200")
    #expect(output.succeeded, "\(output.text)")
  }
}
