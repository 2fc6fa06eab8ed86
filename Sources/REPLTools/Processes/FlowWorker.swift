import Foundation
import REPL

/// Opens the screens and runs the flows of a command line one by one: in another process, because they may crash or hang, or in
/// this process if there is no other.
@MainActor struct FlowWorker {
  /// The results of opening each screen once.
  struct Screens {
    /// nil if the app cannot be built, or crashes or hangs before its screens open.
    var graph: AppGraph?
    /// The reason why the app cannot be built.
    var unbuilt: String?
    /// The screens that crashed or hung; the graph marks them, too.
    var stops: [FlowStop] = []

    /// The exit code of a verb that has opened the screens, and that ends with this code otherwise.
    func exitCode(_ code: Int32) -> Int32 { stops.isEmpty ? code : max(code, 1) }
  }
  let app: ConsoleApp
  private let server: FlowServer
  private let process: FlowProcess?
  private let limit: Duration

  /// - Parameter explorer: explores in this process if there is no other; nil for the explorer of the command line.
  init(_ app: ConsoleApp, _ asked: Arguments, _ process: FlowProcess?, explorer: Explorer? = nil) {
    self.app = app
    self.process = process
    server = FlowServer(app, asked, explorer: explorer)
    limit = asked.timeout
  }

  func run(_ file: URL) async throws(FlowStop) -> FlowReport {
    let path = file.relativePath
    guard case .ended(let report) = try await ask(.run(path), of: path) else { throw .misunderstood(path) }
    return report
  }

  /// The report of a flow, also if its process was stopped.
  func report(of file: URL) async -> FlowReport {
    do throws(FlowStop) { return try await run(file) } catch { return FlowReport(stopped: error, app: app.name) }
  }

  func accept(_ file: URL) async -> FlowAcceptance.Outcome {
    let path = file.relativePath
    do throws(FlowStop) {
      guard case .accepted(let outcome) = try await ask(.accept(path), of: path) else { throw .misunderstood(path) }
      return outcome
    } catch { return FlowRefusal(details: [error.complaint]).outcome(path) }
  }

  /// The app's screens. After a crash or a hang of one that opens, a fresh process opens the others.
  ///
  /// - Parameter opens: whether each is opened, for its commands; otherwise only the declarations are read.
  func screens(opens: Bool = true) async -> Screens {
    var screens = Screens(), stopped: [String: String] = [:]
    while true {
      do throws(FlowStop) {
        switch try await ask(.graph(opens: opens, except: stopped), of: app.name) {
        case .graph(let graph): screens.graph = graph
        case .unbuilt(let reason): screens.unbuilt = reason
        default: throw .misunderstood(app.name)
        }
        return screens
      } catch {
        screens.stops.append(error)
        guard let line = error.origin?.text, stopped.updateValue(error.problem, forKey: line) == nil else {
          return screens
        }
      }
    }
  }

  /// - Parameter isTraced: whether a fresh process gets the request, which finds the place of a crash.
  func explore(_ request: ExplorationRequest, isTraced: Bool = false) async throws(FlowStop) -> ExplorationAnswer {
    guard case .explored(let answer) = try await ask(.explore(request), of: app.name, isTraced: isTraced)
    else { throw .misunderstood(app.name) }
    return answer
  }

  func end() async { await process?.end() }

  /// Kills the other process, even while it is asked.
  func stop() { process?.stop() }

  private func ask(
    _ request: FlowRequest, of path: String, isTraced: Bool = false
  ) async throws(FlowStop) -> FlowMessage {
    guard let process else { return await server.answer(request) }
    return try await process.ask(request, of: path, within: limit, isTraced: isTraced)
  }
}
