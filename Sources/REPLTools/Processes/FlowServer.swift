import Foundation
import PlainText
import REPL
import Signals

/// Opens screens and runs flows on request: for a ``FlowProcess`` in another process, or for a ``FlowWorker`` in the same
/// process.
@MainActor struct FlowServer {
  private let app: ConsoleApp
  private let options: [String: String]
  private let runner: FlowRunner
  private let acceptance: FlowAcceptance
  private let explore: Explore
  /// Whether a flow runs, and whether the client has gone.
  private let state = Protected((isRunning: false, isGone: false))

  /// Answers a request of an exploration.
  typealias Explore = @MainActor (String, @escaping LineProgress) async -> String

  init(_ app: ConsoleApp, _ asked: Arguments, explore: @escaping Explore) {
    self.explore = explore
    self.app = app
    options = asked.options
    runner = FlowRunner(
      app, options: asked.options, keepsTrace: asked.showsTrace || asked.traceJSON != nil || asked.html != nil,
      keepsScreens: asked.verb == .draw || asked.verb == .run && asked.html != nil, isLive: asked.isLive)
    acceptance = FlowAcceptance(runner, evenErrors: asked.acceptsErrors)
  }

  /// Answers until the client has gone; returns the exit code. If a flow runs at that time, the process ends, because the
  /// report is no longer needed.
  func serve(_ lines: AsyncStream<String>) async -> Int32 {
    // A program that a flow starts is not a server.
    unsetenv(FlowProcess.variable)
    UnnamedWork.playOnly()
    let socket = LineSocket.standardInput
    DispatchQueue(label: "REPL.asker").async { [state] in
      LineSocket.waitForEnd(of: STDIN_FILENO)
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
      // If the connection closes, the flow ends with its process.
      let answer = await answer(request) { origin in
        _ = Self.say(origin.map(FlowMessage.began) ?? .progressed, socket)
      }
      state.withLock { $0.isRunning = false }
      guard Self.say(answer, socket) else { return 2 }
    }
    return 0
  }

  /// - Parameter progress: called as in ``FlowRunner/execute(_:progress:)``.
  func answer(_ request: FlowRequest, progress: @escaping LineProgress = { _ in }) async -> FlowMessage {
    switch request {
    case .graph(let opens, let except):
      let catalog = ScreenCatalog(app, options: options, except: except)
      do { return .graph(try await catalog.graph(opens: opens, progress: progress)) } catch {
        return .unbuilt(ConsoleApp.unbuilt(error))
      }
    case .run(let path): return .ended(await runner.run(URL(fileURLWithPath: path), progress: progress))
    case .transcript(let path):
      do { return .transcript(try await runner.transcript(of: URL(fileURLWithPath: path), progress: progress)) } catch {
        return .unreadable(Printable.line(ErrorText.of(error)))
      }
    case .explore(let request):
      // The client ends this process after it has gathered the findings.
      signal(SIGINT, SIG_IGN)
      return .explored(await explore(request, progress))
    case .accept(let path):
      return .accepted(await acceptance.outcome(URL(fileURLWithPath: path), progress: progress))
    }
  }

  private static func say(_ message: FlowMessage, _ socket: LineSocket) -> Bool {
    (try? JSONEncoder().encode(message)).map(socket.write) ?? false
  }
}
