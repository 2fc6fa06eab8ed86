import BuiltPackage
import Fixtures
import Foundation
import Testing

@testable import REPL

@MainActor @Suite struct FlowFilesTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("a folder without flows fails as one, and says so; one with flows is no file") func folders() async throws {
    try folder.write("full/a.flow", "> :quit\n")
    try folder.write("empty/always.flow", ":never busy\n")
    var texts: [String] = []
    for file in ConsoleApp.flows(in: folder.path + "/empty") + [folder.file("full")] {
      texts.append(folder.shown(await SmallApp.console().run(flow: file).text))
    }
    #expect(
      texts == [
        "BAD empty: it is a folder; name a file that ends in .flow",
        "BAD full: it is a folder; name a file that ends in .flow",
      ])
  }

  @Test("hidden files and folders below a given folder are no flows; a given one is") func hidden() throws {
    for name in ["a.flow", ".b.flow", ".build/c.flow", "sub/.d/e.flow"] { try folder.write(name, "> :quit\n") }
    #expect(ConsoleApp.flows(in: folder.path).map { folder.shown($0.path) } == ["a.flow"])
    #expect(FlowFiles.find([folder.path + "/.build"]).map { folder.shown($0.path) } == [".build/c.flow"])
  }

  private nonisolated static let rows: [([String], String)] = [
    (["run", "flows"], "ok flows/a.flow (1 phase) BAD flows/sub: this folder cannot be read; change its permissions"),
    (
      ["explore", "--runs", "1", "--deeds", "fine", "flows"],
      "BAD flows/sub: this folder cannot be read; change its permissions"
    ),
    (["run", "flows/sub"], "BAD flows/sub: this folder cannot be read; change its permissions"),
    (["run", "flows/sub/b.flow"], "BAD flows/sub/b.flow: it cannot be read: Permission denied"),
    (
      ["explore", "--runs", "1", "--deeds", "fine", "flows/sub/b.flow"],
      "BAD flows/sub/b.flow: it cannot be read: Permission denied"
    ),
  ]

  @Test(
    "2: a folder that cannot be read, below a given one or not, and a file in it; the others still run", arguments: rows
  )
  func unreadable(_ arguments: [String], _ text: String) async throws {
    for name in ["flows/a.flow", "flows/sub/b.flow"] { try folder.write(name, "> :open home\n  Home\n  password: -\n") }
    let sub = folder.file("flows/sub").path
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: sub)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: sub) }
    let ran = try await Program.runVictim(arguments, in: folder, isNobody: true)
    #expect(ran.code == 2, "\(ran.text)")
    #expect(folder.shown(ran.text).contains(text), "\(ran.text)")
  }
}
