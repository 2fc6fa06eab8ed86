import Foundation
import REPL

/// A build of an app, new or old, which runs flows in its own process.
struct FlowBuild {
  /// The path of the program, or the revision that it is built from.
  private let name: String
  private let process: FlowProcess

  /// - Parameters:
  ///   - path: the path of the program.
  ///   - options: the app's own options, by name.
  init(_ name: String, at path: String, options: [String: String]) {
    self.name = name
    // Every build that runs flows understands these arguments, with which it keeps their screens.
    let given = options.sorted { $0.key < $1.key }.map { $1.isEmpty ? "--\($0)" : "--\($0)=\($1)" }
    process = FlowProcess(URL(fileURLWithPath: path), ["draw"] + given + ["."], isSilent: true)
  }

  /// Runs a flow in this build; returns its report. If the program crashes or hangs, the report contains only that complaint.
  func report(of file: URL, within limit: Duration) async -> Result<FlowReport, FlowBuildError> {
    let path = file.relativePath
    do throws(FlowStop) {
      switch try await process.ask(.run(path), of: path, within: limit) {
      case .ended(let report): return .success(report)
      case nil: return .failure(FlowBuildError(description: "\(name) cannot be started"))
      default: return .failure(silent("its answer is not one"))
      }
    } catch {
      return error.origin == nil ? .failure(silent(error.problem)) : .success(FlowReport(stopped: error, app: name))
    }
  }

  private func silent(_ problem: String) -> FlowBuildError {
    FlowBuildError(description: "\(name) gives no report: \(problem); name an app that is built with this library")
  }

  /// Ends the process.
  func end() async { await process.end() }

  /// Kills the process, even while a flow runs.
  func stop() { process.stop() }
}

/// The error for a program that runs no flow at all.
struct FlowBuildError: Error {
  let description: String
  /// The first errors of the compiler.
  var details: [String] = []
}
