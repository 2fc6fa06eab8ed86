// The standard output is a global variable of C.
@preconcurrency import Foundation
import REPL
import Signals

/// Opens screens and runs flows on request: for a ``FlowProcess`` in another process, or for a ``FlowWorker`` in the same
/// process.
@MainActor struct FlowServer {
  private let app: ConsoleApp
  private let runner: FlowRunner
  private let acceptance: FlowAcceptance
  private let explorer: Explorer
  /// Whether a flow runs, and whether the client has gone.
  private let state = Protected((isRunning: false, isGone: false))

  /// - Parameter explorer: nil for that of the command line.
  init(_ app: ConsoleApp, _ asked: Arguments, explorer: Explorer? = nil) {
    self.explorer = explorer ?? Explorer(app, asked)
    self.app = app
    runner = FlowRunner(
      app, keepsTrace: asked.showsTrace || asked.traceJSON != nil || asked.html != nil,
      keepsScreens: asked.verb == .draw || asked.verb != .accept && asked.html != nil, isLive: asked.isLive)
    acceptance = FlowAcceptance(runner: runner, evenErrors: asked.acceptsErrors)
  }

  /// Answers until the client has gone; returns the exit code. If a flow runs at that time, the process ends, because the
  /// report is no longer needed.
  func serve(_ lines: AsyncStream<String>) async -> Int32 {
    // A program that a flow starts is not a server.
    unsetenv(FlowProcess.variable)
    UnnamedWork.playOnly()
    let answers = Self.takeStandardOutput()
    DispatchQueue(label: "REPL.asker").async { [state] in
      Self.waitForEnd(of: STDIN_FILENO)
      state.withLock {
        $0.isGone = true
        if $0.isRunning { _exit(130) }
      }
    }
    for await line in lines {
      guard let request = try? JSONDecoder().decode(FlowRequest.self, from: Data(line.utf8)) else { return 2 }
      let isAsked = state.withLock {
        $0.isRunning = !$0.isGone
        return $0.isRunning
      }
      guard isAsked else { return 130 }
      // The client ends an exploring process after it has gathered the findings.
      if case .explore = request { for number in [SIGINT, SIGTERM] { signal(number, SIG_IGN) } }
      // If the connection closes, the flow ends with its process.
      let answer = await answer(request) { _ = Self.say($0, answers) }
      state.withLock { $0.isRunning = false }
      guard Self.say(answer, answers) else { return 2 }
    }
    return 0
  }

  /// - Parameter say: sends the messages before the answer.
  func answer(
    _ request: FlowRequest, say: @escaping @MainActor @Sendable (FlowMessage) -> Void = { _ in }
  ) async -> FlowMessage {
    let progress: LineProgress = { say($0.map(FlowMessage.began) ?? .progressed) }
    switch request {
    case .graph(let opens, let except):
      let catalog = ScreenCatalog(app, except: except)
      do { return .graph(try await catalog.graph(opens: opens, progress: progress)) } catch {
        return .unbuilt(ConsoleApp.unbuilt(error))
      }
    case .run(let path): return .ended(await runner.run(URL(fileURLWithPath: path), progress: progress))
    case .explore(let request):
      let answer = await explorer.answer(request, progress) { trial in
        say(trial.map(FlowMessage.playing) ?? .began(Origin(text: "the end of the session")))
      }
      return .explored(answer)
    case .accept(let path):
      return .accepted(await acceptance.outcome(URL(fileURLWithPath: path), progress: progress))
    }
  }

  /// The standard output, for answers alone. What the app prints goes to the standard error from now on, line by line. A line that it
  /// has begun before ends.
  private static func takeStandardOutput() -> FileHandle {
    fflush(stdout)
    let answers = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    setvbuf(stdout, nil, _IOLBF, 0)
    let output = FileHandle(fileDescriptor: answers, closeOnDealloc: true)
    try? output.write(contentsOf: Data("\n".utf8))
    return output
  }

  /// Returns when the other end is closed.
  private nonisolated static func waitForEnd(of descriptor: CInt) {
    let end = Int16(POLLHUP | POLLERR | POLLNVAL)
    // Linux reports the end even if `events` does not ask for it.
    var input = pollfd(fd: descriptor, events: Int16(POLLHUP), revents: 0), count: CInt
    repeat { count = poll(&input, 1, -1) } while count < 0 ? errno == EINTR : input.revents & end == 0
  }

  /// Sends a message; false if the client has gone.
  private static func say(_ message: FlowMessage, _ answers: FileHandle) -> Bool {
    guard let line = try? JSONEncoder().encode(message) else { return false }
    return (try? answers.write(contentsOf: line + [UInt8(ascii: "\n")])) != nil
  }
}
