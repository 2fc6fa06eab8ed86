import Foundation
import PlainText
import REPL
import Signals

/// Builds revisions of git in working trees: runs git and the compiler, one command at a time, until it is stopped.
actor BuildTool {
  // Waiting for a command blocks a thread, so the actor has a queue of its own.
  private nonisolated let executor = QueueExecutor(DispatchQueue(label: "REPL.build"))
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let state = Protected((running: Process?.none, stops: 0))
  private var trees: [URL] = []

  /// Whether it was stopped: then commands fail.
  nonisolated var isStopped: Bool { state.withLock { $0.stops > 0 } }

  /// Interrupts the running command and the processes that it started; kills them if it is called again.
  nonisolated func stop() {
    let (process, stops) = state.withLock { state in
      state.stops += 1
      return (state.running, state.stops)
    }
    if let process { RunningProcess.kill(process, by: stops > 1 ? SIGKILL : SIGINT) }
  }

  /// The path of a program: of a file, or of a revision that is built in a temporary folder, which takes minutes.
  func program(_ name: String) throws(FlowBuildError) -> String {
    if FileKind(at: name) == .regular, FileManager.default.isExecutableFile(atPath: name) { return name }
    guard let commit = try? output(["git", "rev-parse", "--verify", "--quiet", "\(name)^{commit}"]) else {
      throw FlowBuildError(description: "there is no program \(name), and no such revision of git; name one of them")
    }
    let tree = FileManager.default.temporaryDirectory.appendingPathComponent("diff-\(commit)-\(UUID().uuidString)")
    trees.append(tree)
    do throws(FlowBuildError) {
      // The package may be in a folder of the repository.
      let package = tree.appendingPathComponent(try output(["git", "rev-parse", "--show-prefix"]))
      let product = Bundle.main.executableURL?.lastPathComponent ?? ""
      let build = ["swift", "build", "--package-path", package.path, "--product", product]
      _ = try output(["git", "worktree", "add", "--quiet", "--detach", tree.path, commit])
      _ = try output(build)
      return try output(build + ["--show-bin-path"]) + "/" + product
    } catch {
      throw FlowBuildError(
        description: "the revision \(name) cannot be built: \(error.description)", details: error.details)
    }
  }

  /// Removes the working trees, with a tool of its own, because this one may be stopped.
  func end() async {
    let tool = BuildTool()
    for tree in trees { _ = try? await tool.output(["git", "worktree", "remove", "--force", tree.path]) }
  }

  /// Runs a command; returns its standard output without the last newline.
  private func output(_ words: [String]) throws(FlowBuildError) -> String {
    let name = words.prefix(2).joined(separator: " "), program = URL(fileURLWithPath: "/usr/bin/env")
    // A name that is no revision is reported by the caller.
    guard !isStopped, let running = RunningProcess(program, words, isSilent: words.contains("--verify")) else {
      throw FlowBuildError(description: "'\(name)' cannot be started")
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
    if running.process.terminationStatus == 0 { return lines.joined(separator: "\n") }
    // The compiler prints its errors to the standard output.
    let errors = lines.filter { $0.contains("error: ") }
    throw FlowBuildError(
      description: "'\(name)' failed", details: Array(errors.isEmpty ? lines.suffix(5) : errors.prefix(5)[...]))
  }
}

/// The error for a program that cannot be built, or runs no flow at all.
struct FlowBuildError: Error {
  let description: String
  /// The first errors of the compiler.
  var details: [String] = []
}
