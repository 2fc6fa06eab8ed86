public import Foundation

extension ConsoleApp {
  /// Runs the command line: a session without arguments; `run`, `accept`, `check`, `draw`, `graph` and `diff` for flows and the
  /// screens they reach; `--help` for the rest.
  ///
  /// - Returns: the exit code: 0 passed; 1 a difference or a complaint of the harness; 2 bad script or usage, or an app that
  ///   cannot be built; 69 no flow found.
  @MainActor public func main(_ arguments: [String]) async -> Int32 {
    var terminal = Terminal.standard
    // Another process of the program reads the program's own command line, and not what a test may give here.
    if !CommandLine.arguments.dropFirst().elementsEqual(arguments) { terminal.makeProcess = { _ in nil } }
    return await main(
      arguments, terminal: terminal, machine: ProcessInfo.processInfo.environment, environment: .live)
  }

  /// The flows of a folder and of those in it, in the order of their names, for a test of one line:
  ///
  ///     @Test(arguments: ConsoleApp.flows(in: "../../Flows")) func flow(_ file: URL) async throws {
  ///       try await app.verify(flow: file)
  ///     }
  ///
  /// - Parameters:
  ///   - folder: a path, from the folder of the test's file on unless it is absolute.
  ///   - file: the test's file.
  /// - Returns: the files; where there are none the folder itself, which fails as a flow: a wrong path must not pass.
  public static func flows(in folder: String, file: String = #filePath) -> [URL] {
    let start = URL(fileURLWithPath: file).deletingLastPathComponent()
    let url = URL(fileURLWithPath: folder, relativeTo: start).standardizedFileURL
    let files = FlowFiles.find([url.path]).filter { $0.path != url.path }
    return files.isEmpty ? [url] : files
  }

  /// Runs one flow file: what a test calls.
  ///
  /// - Throws: its ``FlowReport``, which reads as what to show, if it did not pass.
  @MainActor public func verify(flow file: URL) async throws {
    let report = await run(flow: file)
    if !report.passed { throw report }
  }

  /// Runs one flow file; gives what came of it.
  @MainActor public func run(flow file: URL) async -> FlowReport {
    await FlowRunner(self).run(file)
  }
}
