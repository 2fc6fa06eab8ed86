public import Foundation

extension ConsoleApp {
  /// Finds the flows of a folder and its subfolders, sorted by name, for a test of one line:
  ///
  ///     @Test(arguments: ConsoleApp.flows(in: "../../Flows"))
  ///     func flow(_ file: URL) async throws {
  ///       try await app.verify(flow: file)
  ///     }
  ///
  /// - Parameters:
  ///   - folder: a path; a relative path starts at the folder of the test's file. Links to folders below it are not followed.
  ///   - file: the test's file.
  /// - Returns: the files. If there are none, the folder itself, which fails as a flow, so that a wrong path does not pass.
  public static func flows(in folder: String, file: String = #filePath) -> [URL] {
    let start = URL(fileURLWithPath: file).deletingLastPathComponent()
    let url = URL(fileURLWithPath: folder, relativeTo: start).standardizedFileURL
    let files = FlowFiles.find([url.path]).filter { $0.path != url.path }
    return files.isEmpty ? [url] : files
  }

  /// Runs one flow file from a test. The app may be a part of a program's, so promises in a folder's `always.flow` may name
  /// screens that it does not have.
  ///
  /// - Throws: the ``FlowReport`` if the flow did not pass; its description explains the failure.
  @MainActor public func verify(flow file: URL) async throws {
    let report = await run(flow: file)
    if !report.passed { throw report }
  }

  /// Runs one flow file; returns its report.
  @MainActor public func run(flow file: URL) async -> FlowReport {
    await FlowRunner(self, isPart: true).run(file)
  }
}
