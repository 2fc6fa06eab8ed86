import Foundation
import Home
import Signals
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@testable import REPL

/// A person at a terminal, and a disk that does not answer.
@Suite struct BusyStoreTests {
  @Test("a disk that does not answer keeps nobody from typing, and what it says later is shown") @MainActor
  func prompt() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("todo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Whoever opens it to read waits until somebody opens it to write.
    let file = folder.appendingPathComponent("todo.json"), pipe = folder.appendingPathComponent("pipe")
    try #require(mkfifo(pipe.path, 0o600) == 0)
    try FileManager.default.linkItem(at: pipe, to: file)
    let content = Data(#"{"version": 1, "entities": []}"#.utf8)

    let input = AsyncStream<String>.makeStream(), written = MutableProperty("")
    let terminal = Terminal(
      isInteractive: true, lines: { input.stream },
      write: { text in
        let all = written.modify {
          $0 += text; return $0
        }
        switch text {
        case "home> ": input.continuation.yield(":open todo")
        // The list is asked for, and there is no answer; the prompt is there.
        case "todo> " where !all.contains("todo/add> "): input.continuation.yield("add")
        case "todo/add> " where !all.contains("name: Milk"): input.continuation.yield("name Milk")
        case "todo/add> ":
          input.continuation.yield("cancel")
        case "todo> " where !all.contains("no upcoming items"):
          // What is read after that is a file like any other.
          let next = folder.appendingPathComponent("next")
          try? content.write(to: next)
          _ = rename(next.path, file.path)
          Thread.detachNewThread { try? FileHandle(forWritingTo: pipe).write(contentsOf: content) }
        case "todo> ": input.continuation.yield(":quit")
        default: return
        }
      }, writeError: { _ in })
    let app = PlaygroundApp.console(keepingIn: folder)
    #expect(await app.main([], terminal: terminal, machine: [:], environment: .live) == 0)
    let text = written.value
    let add = try #require(text.range(of: "name: Milk")), items = try #require(text.range(of: "(no upcoming items)"))
    #expect(add.upperBound < items.lowerBound, "\(text)")
  }
}
