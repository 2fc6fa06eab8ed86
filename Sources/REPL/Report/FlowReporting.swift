import Foundation

extension FlowRunner {
  /// Runs a flow file; returns its report.
  func run(_ file: URL, progress: @escaping LineProgress = { _ in }) async -> FlowReport {
    let path = file.relativePath
    do {
      let flow = try await Self.flow(of: file)
      guard !flow.steps.isEmpty else {
        return FlowReport(bad: path, noCommand)
      }
      return FlowReport(
        path, await execute(flow, progress: progress), app: app.name,
        options: isLive ? options.merging(["live": ""]) { $1 } : options)
    } catch let error as FlowSyntaxError {
      return FlowReport(bad: path, at: error, error.reason)
    } catch {
      return FlowReport(bad: path, ErrorText.of(error))
    }
  }
}
