import Dispatch
import Foundation
import Signals

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The other side of a ``FlowProcess``: opens the screens and runs the flows that the process which started this one asks for.
@MainActor struct FlowServer {
  private let app: ConsoleApp
  private let options: [String: String]
  private let runner: FlowRunner
  private let acceptance: FlowAcceptance
  private let terminal: Terminal
  /// Whether a flow runs, and whether who asks for them has gone.
  private let state = Protected((isRunning: false, isGone: false))

  init(_ app: ConsoleApp, _ asked: Arguments, _ terminal: Terminal) {
    self.app = app
    options = asked.options
    runner = FlowRunner(app, asked)
    acceptance = FlowAcceptance(runner, evenErrors: asked.acceptsErrors)
    self.terminal = terminal
    // A program that a flow starts is none of these.
    unsetenv(FlowProcess.variable)
  }

  /// Runs until nobody asks any more; gives the exit code. A flow that is under way then ends the process: nobody wants what
  /// comes of it.
  func run() async -> Int32 {
    let socket = LineSocket.standardInput
    DispatchQueue(label: "REPL.asker").async { [state] in
      LineSocket.waitForEnd(of: STDIN_FILENO)
      state.withLock {
        $0.isGone = true
        if $0.isRunning { _exit(130) }
      }
    }
    for await line in terminal.lines() {
      guard let request = try? JSONDecoder().decode(FlowRequest.self, from: Data(line.utf8)) else { return 2 }
      let isAsked = state.withLock {
        $0.isRunning = !$0.isGone
        return $0.isRunning
      }
      guard isAsked else { return 130 }
      let answer = await answer(request, socket)
      state.withLock { $0.isRunning = false }
      guard Self.say(answer, socket) else { return 2 }
    }
    return 0
  }

  private func answer(_ request: FlowRequest, _ socket: LineSocket) async -> FlowMessage {
    switch request {
    case .faults: return .faults((try? await AppGraph(of: app, options: options))?.faults ?? [])
    case .run(let path):
      return .ended(ReportMessage(await runner.run(URL(fileURLWithPath: path), progress: Self.progress(socket))))
    case .accept(let path):
      return .accepted(await acceptance.outcome(URL(fileURLWithPath: path), progress: Self.progress(socket)))
    }
  }

  /// Where the connection is closed, the flow ends with its process.
  private static func progress(_ socket: LineSocket) -> FlowRunner.Progress {
    { origin in _ = say(origin.map(FlowMessage.began) ?? .goesOn, socket) }
  }

  private static func say(_ message: FlowMessage, _ socket: LineSocket) -> Bool {
    (try? JSONEncoder().encode(message)).map(socket.write) ?? false
  }
}
