import Fixtures
import Foundation
import Testing

@testable import REPL

/// The arguments of a test that runs all flows of a folder.
@Suite struct FlowsInFolderTests {
  @Test("the flows of a folder are listed, and a folder without flows does not pass as none") @MainActor func flows()
    async throws
  {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/Flows", withIntermediateDirectories: true)
    func flows() -> [URL] { ConsoleApp.flows(in: "Flows", file: folder.path + "/Tests.swift") }
    #expect(flows().map(\.path) == [folder.path + "/Flows"])
    for file in flows() { #expect(await !SmallApp.console().run(flow: file).passed) }
    try folder.write("Flows/b/x.flow", "> :quit\n")
    try folder.write("Flows/a.flow", "> :quit\n")
    #expect(flows().map(\.lastPathComponent) == ["a.flow", "x.flow"])
  }
}
