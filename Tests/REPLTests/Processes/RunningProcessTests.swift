import BuiltPackage
import Foundation
import Testing

@testable import REPLTools

/// The output of another process.
@Suite struct RunningProcessTests {
  /// What a script writes: its answers, up to its end, and the message and the place of its crash.
  private func heard(from script: String) async throws -> (answers: [Data], fatalError: String?, place: String?) {
    try await onOwnThread {
      let shell = URL(fileURLWithPath: "/bin/sh")
      let running = try #require(RunningProcess(shell, ["-c", script], isSilent: true))
      var answers: [Data] = []
      while let answer = running.nextAnswer() { answers.append(answer) }
      return (answers, running.fatalError, running.crashPlace)
    }
  }

  @Test("lines of any length arrive whole; what has no end is no answer") func lines() async throws {
    let long = Data(repeating: 0x78, count: 3_000_000)
    let script = "echo a; echo é; head -c 3000000 /dev/zero | tr '\\0' x; echo; printf rest"
    let heard = try await heard(from: script)
    #expect(heard.answers == [Data("a".utf8), Data("é".utf8), long])
  }

  @Test("a closed output is not the end: the message of the crash is still read") func closed() async throws {
    let heard = try await heard(from: "echo a; exec >&-; echo 'A.swift:1: Fatal error: no disk' >&2")
    #expect(heard.answers == [Data("a".utf8)])
    #expect(heard.fatalError == "A.swift:1: Fatal error: no disk")
  }

  @Test("the place of a crash is the first one of the thread that crashed whose file is here") func place() async throws
  {
    let backtrace = """
      Thread 0 crashed:
        0 [inlined] [system] 0x01 specialized Array.subscript.getter in app at //<compiler-generated>
        1 [ra] 0x02 Array.subscript.getter in app at /nowhere/Array.swift:1:2
        2 [ra] 0x03 List.open(_:) + 135 in app at \(#filePath):27:9
        3 [ra] 0x04 main in app at \(#filePath):1:1
      """
    let other = "Thread 1:\n  0 0x05 wait in app at \(#filePath):3:3\n"
    let heard = try await heard(from: "cat >&2 <<'END'\n\(other)\n\(backtrace)\nEND")
    #expect(heard.place?.hasSuffix("RunningProcessTests.swift:27") == true)
    let none = try await self.heard(from: "echo 'at \(#filePath):27:9' >&2")
    #expect(none.place == nil)
  }
}
