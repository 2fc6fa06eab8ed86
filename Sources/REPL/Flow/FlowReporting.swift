package import Foundation

extension FlowRunner {
  /// Runs a flow file; returns its report.
  package func run(_ file: URL, progress: @escaping LineProgress = { _ in }) async -> FlowReport {
    let path = file.relativePath
    do throws(FlowReport) {
      let flow = try await read(path) { try await self.flow(of: file) }
      return FlowReport(
        path, await execute(flow, progress: progress), app: app.command,
        options: isLive ? options.merging(["live": ""]) { $1 } : options)
    } catch { return error }
  }

  /// The flow that `flow` reads; throws the report of a file that is not one.
  package func read(_ path: String, _ flow: () async throws -> Flow) async throws(FlowReport) -> Flow {
    do { return try await flow() } catch let error as FlowSyntaxError {
      throw FlowReport(bad: path, error)
    } catch {
      throw FlowReport(bad: path, ErrorText.of(error))
    }
  }
}
