import Foundation
import REPL
import Signals

/// Runs git and the compiler, one command at a time, until it is stopped.
final class BuildTool: Sendable {
  private let state = Protected((running: Process?.none, stops: 0))

  /// Whether it was stopped: then commands fail.
  var isStopped: Bool { state.withLock { $0.stops > 0 } }

  /// Interrupts the running command and the processes that it started; kills them if it is called again.
  func stop() {
    let (process, stops) = state.withLock { state in
      state.stops += 1
      return (state.running, state.stops)
    }
    if let process { FlowProcess.kill(process, by: stops > 1 ? SIGKILL : SIGINT) }
  }

  /// Runs a command; returns its standard output without the last newline. Waiting blocks a thread.
  func output(_ words: String...) async throws(FlowBuildError) -> String { try await output(words) }

  func output(_ words: [String]) async throws(FlowBuildError) -> String {
    let result: Result<String, FlowBuildError> = await withCheckedContinuation { done in
      DispatchQueue.global().async {
        done.resume(returning: Result { () throws(FlowBuildError) in try self.ran(words) })
      }
    }
    return try result.get()
  }

  /// Starts a process that can be interrupted: it inherits the blocked signals of the thread, and a thread of Dispatch blocks them.
  private static func start(_ process: Process) throws {
    var none = sigset_t(), blocked = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &blocked)
    defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
    try process.run()
  }

  private func ran(_ words: [String]) throws(FlowBuildError) -> String {
    let process = Process(), output = Pipe(), name = words.prefix(2).joined(separator: " ")
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    // A name that is no revision is reported by the caller.
    if words.contains("--verify") { process.standardError = FileHandle.nullDevice }
    guard !isStopped, (try? Self.start(process)) != nil else {
      throw FlowBuildError(description: "'\(name)' cannot be started")
    }
    let isLate = state.withLock { state in
      state.running = process
      return state.stops > 0
    }
    // It was stopped while the process started.
    if isLate { FlowProcess.kill(process, by: SIGINT) }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    state.withLock { $0.running = nil }
    if process.terminationStatus == 0 { return text.trimmingCharacters(in: .newlines) }
    // The compiler prints its errors to the standard output.
    let lines = text.split(separator: "\n").map(String.init), errors = lines.filter { $0.contains("error: ") }
    throw FlowBuildError(
      description: "'\(name)' failed", details: Array(errors.isEmpty ? lines.suffix(5) : errors.prefix(5)[...]))
  }
}
