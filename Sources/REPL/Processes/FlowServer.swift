import Dispatch
import Foundation
import Signals

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Opens the screens and runs the flows that are asked for: by a ``FlowProcess``, of which this is the other side, or by a
/// ``FlowWorker`` in its own process.
@MainActor struct FlowServer {
  private let app: ConsoleApp
  private let options: [String: String]
  private let runner: FlowRunner
  private let acceptance: FlowAcceptance
  private let check: FlowCheck
  private let explore: Explore
  /// Whether a flow runs, and whether who asks for them has gone.
  private let state = Protected((isRunning: false, isGone: false))

  /// Answers what an exploration asks.
  typealias Explore = @MainActor (String, @escaping LineProgress) async -> String

  init(_ app: ConsoleApp, _ asked: Arguments, explore: @escaping Explore = { _, _ in "" }) {
    self.explore = explore
    self.app = app
    options = asked.options
    runner = FlowRunner(app, asked)
    acceptance = FlowAcceptance(runner, evenErrors: asked.acceptsErrors)
    check = FlowCheck(app, options: asked.options)
  }

  /// Answers until the asker has gone; gives the exit code. A flow that is under way then ends the process: its report is no longer
  /// needed.
  func serve(_ lines: AsyncStream<String>) async -> Int32 {
    // A program that a flow starts is no server.
    unsetenv(FlowProcess.variable)
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
      // Where the connection is closed, the flow ends with its process.
      let answer = await answer(request) { origin in
        _ = Self.say(origin.map(FlowMessage.began) ?? .goesOn, socket)
      }
      state.withLock { $0.isRunning = false }
      guard Self.say(answer, socket) else { return 2 }
    }
    return 0
  }

  /// - Parameter progress: called as in ``FlowRunner/execute(_:progress:)``.
  func answer(_ request: FlowRequest, progress: @escaping LineProgress = { _ in }) async -> FlowMessage {
    switch request {
    case .graph(let except):
      let catalog = ScreenCatalog(app, options: options, except: except)
      do { return .graph(try await catalog.graph(progress: progress)) } catch {
        return .unbuilt(ConsoleApp.unbuilt(error))
      }
    case .check(let path): return .checked(await check.problems(in: URL(fileURLWithPath: path), progress: progress))
    case .run(let path): return .ended(ReportMessage(await runner.run(URL(fileURLWithPath: path), progress: progress)))
    case .transcript(let path):
      do { return .transcript(try await runner.transcript(of: URL(fileURLWithPath: path), progress: progress)) } catch {
        return .unreadable(Printable.line(ErrorText.of(error)))
      }
    case .explore(let request):
      // Who asks ends this process, once what was found is gathered.
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
