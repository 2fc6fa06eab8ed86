import Foundation
import Home
import LoopbackServer
import Services
import Signals
import Testing
import Todo
import VIPER

@testable import REPL
@testable import REPLTools

/// A session at a terminal with a disk that does not respond.
@MainActor @Suite(.serialized) struct BusyStoreTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("todo-\(UUID().uuidString)")
  private var file: URL { folder.appendingPathComponent("todo.json") }
  /// Opens when the disk responds.
  private let answer = Gate()
  /// Counts the calls of the disk, and can block them.
  private let calls = Fault()

  /// Runs a session; `next` returns the input for a prompt, from the prompt's text and all output so far.
  private func run(_ next: @escaping @Sendable (_ prompt: String, _ written: String) -> String?) async -> String {
    let input = AsyncStream<String>.makeStream(), written = MutableProperty("")
    let terminal = Terminal(
      isInteractive: true, lines: { input.stream },
      write: { text in
        let all = written.withValue {
          $0 += text; return $0
        }
        if text.hasSuffix("> "), let line = next(text, all) { input.continuation.yield(line) }
      }, writeError: { _ in })
    var seams = Seams()
    seams.keeping = FaultyFileSystem(disk: DiskFileSystem(), kind: .before, fault: calls)
    let app = PlaygroundApp.console(keepingIn: folder, seams: seams)
    #expect(await app.main([], terminal: terminal, machine: [:], environment: .live) == 0)
    return written.value
  }

  /// Blocks the disk until ``answer`` opens.
  private nonisolated static func block(_ calls: Fault, until answer: Gate) {
    calls.screens.value = {
      answer.wait()
      return nil
    }
  }

  @Test("a disk that does not respond does not block the input, and its later answer is shown") func typing()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    defer { answer.open() }
    Self.block(calls, until: answer)
    let text = await run { [answer] prompt, written in
      switch prompt {
      case "home> ": return ":open todo"
      // The list is requested and not answered, but the prompt appears.
      case "todo> " where !written.contains("todo/add> "): return "add"
      case "todo/add> ": return written.contains("name: Milk") ? "cancel" : "name Milk"
      case "todo> " where !written.contains("no upcoming items"):
        answer.open()
        return nil
      default: return ":quit"
      }
    }
    let add = try #require(text.range(of: "name: Milk")), items = try #require(text.range(of: "(no upcoming items)"))
    #expect(add.upperBound < items.lowerBound, "\(text)")
  }

  @Test("the program finishes started changes before it ends") func ending() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    defer { answer.open() }
    _ = await run { [calls, answer] prompt, written in
      switch (prompt, written.components(separatedBy: "todo/add> ").count) {
      case ("home> ", _): return ":open todo"
      case ("todo> ", _): return "add"
      case (_, 2): return "name Milk"
      case (_, 3):
        Self.block(calls, until: answer)
        return "save"
      default: return ":quit"
      }
    }
    var said: [String] = []
    let isFinished = Disk.finishChanges(moment: .seconds(0), limit: .seconds(0)) { said.append($0) }
    let messages = [
      "waiting for the disk to save the last changes; press Ctrl-C to quit without them",
      "the disk did not respond, so the last changes may be lost; check the list when it responds again",
    ]
    #expect(!isFinished)
    #expect(said == messages)
    let isWaiting = Gate(), isOver = Gate(), made = MutableProperty("nothing")
    Thread.detachNewThread { [file] in
      isWaiting.open()
      Disk.finishChanges()
      made.value = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      isOver.open()
    }
    await Self.passed(isWaiting)
    answer.open()
    await Self.passed(isOver)
    #expect(made.value.contains("Milk"), "\(made.value)")
  }

  private static func passed(_ gate: Gate) async {
    await withCheckedContinuation { continuation in gate.whenOpen { continuation.resume() } }
  }
}
