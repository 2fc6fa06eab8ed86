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
    if let process { RunningProcess.kill(process, by: stops > 1 ? SIGKILL : SIGINT) }
  }

  /// Runs a command; returns its standard output without the last newline. Waiting blocks a thread.
  func output(_ words: [String]) async throws(FlowBuildError) -> String {
    try await withCheckedContinuation { done in
      DispatchQueue.global().async { done.resume(returning: self.run(words)) }
    }.get()
  }

  private func run(_ words: [String]) -> Result<String, FlowBuildError> {
    let name = words.prefix(2).joined(separator: " "), program = URL(fileURLWithPath: "/usr/bin/env")
    // A name that is no revision is reported by the caller.
    guard !isStopped, let running = RunningProcess(program, words, isSilent: words.contains("--verify")) else {
      return .failure(FlowBuildError(description: "'\(name)' cannot be started"))
    }
    running.endRequests()
    let isLate = state.withLock { state in
      state.running = running.process
      return state.stops > 0
    }
    // It was stopped while the process started.
    if isLate { RunningProcess.kill(running.process, by: SIGINT) }
    var lines: [String] = []
    while let line = running.nextAnswer() { lines.append(String(decoding: line, as: UTF8.self)) }
    state.withLock { $0.running = nil }
    if running.process.terminationStatus == 0 { return .success(lines.joined(separator: "\n")) }
    // The compiler prints its errors to the standard output.
    let errors = lines.filter { $0.contains("error: ") }
    return .failure(
      FlowBuildError(
        description: "'\(name)' failed", details: Array(errors.isEmpty ? lines.suffix(5) : errors.prefix(5)[...])))
  }
}

/// The error for a program that cannot be built, or runs no flow at all.
struct FlowBuildError: Error {
  let description: String
  /// The first errors of the compiler.
  var details: [String] = []
}
