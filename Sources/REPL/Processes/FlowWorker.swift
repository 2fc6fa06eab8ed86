import Foundation
import Signals

/// Opens the screens and runs the flows of a command line, one after the other: in another process, which they may crash or hold
/// up, or in this one where there can be no other.
@MainActor struct FlowWorker {
  /// What came of opening each screen once.
  struct Screens {
    /// nil where the app cannot be built, or does not get as far as its screens.
    var graph: AppGraph?
    /// Why the app cannot be built.
    var unbuilt: String?
    /// The screens that crashed or hung. The graph says the same of them.
    var stops: [FlowStop] = []
  }
  private let app: ConsoleApp
  private let server: FlowServer
  private let process: FlowProcess?
  private let limit: Duration

  /// - Parameter limit: how long a line may make no progress, where that is not what the command line says.
  init(
    _ app: ConsoleApp, _ asked: Arguments, _ process: FlowProcess?, within limit: Duration? = nil,
    explore: @escaping FlowServer.Explore = { _, _ in "" }
  ) {
    self.app = app
    self.process = process
    server = FlowServer(app, asked, explore: explore)
    self.limit = limit ?? asked.timeout
  }

  /// What a flow gives.
  func run(_ file: URL) async throws(FlowStop) -> FlowReport {
    let path = file.relativePath
    guard case .ended(let message) = try await ask(.run(path), of: path) else { throw .misunderstood(path) }
    return message.report
  }

  /// What comes of accepting a flow.
  func accept(_ file: URL) async -> FlowAcceptance.Outcome {
    let path = file.relativePath
    do throws(FlowStop) {
      guard case .accepted(let outcome) = try await ask(.accept(path), of: path) else { throw .misunderstood(path) }
      return outcome
    } catch { return FlowRefusal(complaints: [error.complaint]).outcome(path) }
  }

  /// What the server's explorer answers.
  ///
  /// - Parameter heard: called with each line that the other process says it is about to type.
  func explore(
    _ request: String, of name: String, heard: @escaping @MainActor (Origin) -> Void = { _ in }
  ) async throws(FlowStop) -> String {
    guard case .explored(let answer) = try await ask(.explore(request), of: name, heard: heard) else {
      throw .misunderstood(name)
    }
    return answer
  }

  /// What is wrong with a flow.
  func check(_ file: URL) async -> [FlowCheck.Problem] {
    let path = file.relativePath
    do throws(FlowStop) {
      guard case .checked(let problems) = try await ask(.check(path), of: path) else { throw .misunderstood(path) }
      return problems
    } catch { return [FlowCheck.Problem(line: error.origin?.line ?? 1, column: 1, text: error.problem)] }
  }

  /// What the app's screens are. Where one crashes or hangs, the others are opened in a fresh process.
  func screens() async -> Screens {
    var screens = Screens(), stopped: [String: String] = [:]
    while true {
      do throws(FlowStop) {
        switch try await ask(.graph(except: stopped), of: app.name) {
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

  /// Ends the other process.
  func end() async { await process?.end() }

  private func ask(
    _ request: FlowRequest, of path: String, heard: @escaping @MainActor (Origin) -> Void = { _ in }
  ) async throws(FlowStop) -> FlowMessage {
    guard let process else { return await server.answer(request) { origin in origin.map(heard) } }
    let lines = MutableProperty<[Origin]>([])
    do throws(FlowStop) {
      let answer = try await process.ask(request, of: path, within: limit) { origin in
        lines.modify { $0.append(origin) }
      }
      for line in lines.value { heard(line) }
      if let answer { return answer }
    } catch {
      for line in lines.value { heard(line) }
      throw error
    }
    return await server.answer(request)
  }
}
