import BuiltPackage
import Foundation
import Testing

/// Invalid code does not compile and gives a helpful error; the compiler finds the types of valid code easily.
@Suite struct CompilingTests {
  /// Type-checks a source against the module under test, which is beside this test's own binary.
  private func typeCheck(_ source: String, _ flags: String...) async throws -> ToolRun {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("compiling-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("source.swift")
    try ("import Signals\n" + source).write(to: file, atomically: true, encoding: .utf8)
    let modules = try #require(BuiltModules.folder, "the folder of built modules was not found beside the tests")
    return try await onOwnThread {
      try ToolRun(["swiftc", "-typecheck", "-swift-version", "6", "-I", modules.path] + flags + [file.path])
    }
  }

  /// Code that does not compile, with its error.
  private static let refused = [
    "a value that is not Sendable": (
      """
      final class NotSendable { var value = 0 }
      let signal = Signal<NotSendable, Never>.empty
      """, "does not conform to the 'Sendable' protocol"
    ),
    "a closure of the main actor, on any queue": (
      """
      @MainActor final class View { var text = "" }
      func bind(_ signal: Signal<String, Never>, to view: View) {
        signal.observeValues { view.text = $0 }
      }
      """, "main actor-isolated property 'text' can not be mutated"
    ),
    "a captured mutable variable": (
      """
      func count(_ signal: Signal<Int, Never>) -> Int {
        var count = 0
        signal.observeValues { _ in count += 1 }
        return count
      }
      """, "mutation of captured var 'count' in concurrently-executing code"
    ),
    "binding a signal that can fail": (
      """
      struct Boom: Error {}
      func bind(_ signal: Signal<Int, Boom>, to property: MutableProperty<Int>) { signal.bind(to: property) }
      """, "requires the types 'Boom' and 'Never' be equivalent"
    ),
    "a command whose work returns a signal of another type": (
      """
      func make(_ signal: Signal<Int, Never>) -> Command<Void, Void, Never> {
        Command {
          print("presents")
          return signal
        }
      }
      """, "error:"
    ),
    "a mistake in a command": (
      "let command = Command<Void, Int, Never> { misspelt() }", "cannot find 'misspelt' in scope"
    ),
  ]

  @Test(arguments: refused.keys.sorted()) func mistakesAreRefused(_ name: String) async throws {
    let (source, error) = try #require(Self.refused[name]), output = try await typeCheck(source)
    #expect(!output.succeeded && output.text.contains(error), "\(output.text)")
  }

  @Test func aCommandThatDropsASignalOfAnotherTypeIsWarnedOf() async throws {
    let output = try await typeCheck(
      """
      func present(_ title: String) -> Signal<Int, Never> { .just(title.count) }
      func make() -> Command<Void, Void, Never> { Command { present("a") } }
      """)
    #expect(
      output.succeeded && output.text.contains("warning: result of call to 'present' is unused"), "\(output.text)")
  }

  /// The limit is the number of attempts for an expression, which is the same on every machine; these need fewer than 60.
  @Test func theCompilerFindsTheTypesOfCommandsAndChainsInFewAttempts() async throws {
    let output = try await typeCheck(
      """
      struct Boom: Error {}
      func commands(
        _ a: MutableProperty<String>, _ b: MutableProperty<String>, _ api: @escaping @Sendable (String) -> Signal<Int, Boom>
      ) {
        let missing = a.combine(b) { a, b in a.isEmpty ? "a is empty" : b.isEmpty ? "b is empty" : nil }
        let save = Command(unless: missing) { api(a.value + b.value).map { $0 + 1 }.retry(2) }
        let clear = Command(enabledIf: save.isExecuting.not.and(a.map { !$0.isEmpty })) {
          a.value = ""
          b.modify { $0 = String($0.reversed()) + a.value }
        }
        let open = Command<Int, String, Boom>(unless: a.map { $0.isEmpty ? "nothing" : nil }) { number in
          let text = "\\(number)" + a.value
          return api(text).flatMap(.latest) { length in api(text + "\\(length)").map { "\\($0)" } }
        }
        _ = (save, clear, open)
      }
      func search(
        _ q: Property<String>, _ api: @escaping @Sendable (String) -> Signal<[String], Never>, _ s: any Scheduler
      ) -> Signal<String, Never> {
        q.signal.debounce(.milliseconds(300), on: s).removeDuplicates().filter { $0.count > 2 }
          .flatMap(.latest) { api($0) }.map { $0.joined(separator: ",") }
      }
      """, "-Xfrontend", "-solver-scope-threshold=200")
    #expect(output.succeeded, "\(output.text)")
  }
}
