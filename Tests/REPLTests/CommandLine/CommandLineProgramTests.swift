import Foundation
import REPL
import Testing
import VIPER

@Suite @MainActor struct CommandLineProgramTests {
  nonisolated static let good = "> :open notes\n  NOTES\n  (no notes)\n", wrong = "> :open notes\n  NOTES\n"

  @Test("flows run in the order of their names, folders all the way down, each once") func order() async throws {
    let folder = try Folder(["b.flow": Self.good, "a.flow": Self.good, "sub/c.flow": Self.good, "notes.txt": "x"])
    let typed = await Typed(["run", folder.url.path, folder.path("a.flow")])
    let names = typed.output.dropLast(2).map { $0.replacing(folder.url.path + "/", with: "") }
    #expect(names == ["ok   a.flow (1 phase)", "ok   b.flow (1 phase)", "ok   sub/c.flow (1 phase)"])
    #expect(typed.output.suffix(2) == ["3 passed, 0 failed", ""])
    #expect(typed.code == 0)
  }

  @Test(
    "the exit code is the worst of all",
    arguments: [
      (["a.flow": good], 0), (["a.flow": good, "b.flow": wrong], 1), (["a.flow": wrong, "b.flow": "bad"], 2),
      (["a.flow": "> :stub x -> 1\n"], 1), (["a.txt": good], 69), ([:], 69),
    ] as [([String: String], Int32)]) func codes(_ files: [String: String], _ code: Int32) async throws
  {
    let folder = try Folder(files)
    #expect(await Typed(["run", folder.url.path]).code == code)
  }

  @Test("no flow is told as such") func nothing() async throws {
    let folder = try Folder()
    let empty = await Typed(["run", folder.url.path])
    #expect(empty.errors == ["notes: no flow found in \(folder.url.path); flows end in .flow"])
    let gone = await Typed(["accept", "/nowhere/a.flow"])
    #expect(gone.errors == ["notes: no flow found: there is nothing at /nowhere/a.flow; look at the path"])
    #expect(gone.code == 69)
  }

  @Test("help names every way to call it and every option") func help() async {
    let typed = await Typed(["--help"])
    #expect(typed.code == 0)
    #expect(
      typed.output == [
        "  notes               a session, typed or piped",
        "  notes run PATH…     runs flows and folders of flows, and compares",
        "  notes accept PATH…  writes what they give today into them",
        "  --help              this",
        "  --data DIR          where notes are kept",
        "exit codes: 0 passed, 1 a difference, 2 bad script or usage, 69 no flow found", "",
      ])
  }

  @Test("a wrong command line says so on the error output") func usage() async {
    let typed = await Typed(["--dat", "x"])
    #expect(typed.code == 2)
    #expect(typed.output == [""])
    #expect(
      typed.errors == ["notes: there is no option '--dat'; did you mean --data?", "notes --help says what there is"])
  }

  @Test("an app that cannot be built says why") func unbuildable() async throws {
    let app = ConsoleApp("broken", home: "x") { session in
      let module = Module(Route<Void, Never>("x")) { _, _ in Assembly() }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module, module])
    }
    let typed = await Typed(lines: ["x"], app: app)
    #expect(typed.code == 2)
    #expect(typed.errors == ["broken: the app cannot be built: two modules claim the route 'x'; rename one"])
    let report = try await report("> :open x\n", app: app)
    #expect(report.text.contains("!! the app cannot be built: two modules claim the route 'x'; rename one"))
  }
}
