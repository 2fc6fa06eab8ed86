import Foundation
import Generator
import Testing

/// The folder of a target without a path.
@Suite struct PackageLayoutTests {
  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "flat",
      dependencies: [.package(url: "https://example.com/swift-viper", from: "1.0.0")],
      targets: [
        .executableTarget(name: "Flat", dependencies: ["Signals", "VIPER", "REPL"]),
        .testTarget(name: "FlatTests", dependencies: ["Flat", "Signals", "VIPER", "REPL", "VIPERTesting"]),
      ])

    """

  /// A package whose targets are all of `Sources` and of `Tests`.
  private func flat() throws -> TestProject {
    let project = try TestProject([
      "Package.swift": Self.manifest, "Sources/main.swift": TestProject.root, "Tests/Some.swift": "",
    ])
    try FileManager.default.removeItem(at: project.folder.appendingPathComponent("Sources/App"))
    return project
  }

  /// The targets of a package with those folders; each is a kind and a name, and a path if it has one.
  private func targets(_ targets: [[String]], _ folders: Set<String>) throws -> [PackageManifest.Target] {
    let described = targets.map { target in
      let path = target.count > 2 ? ", \"path\": \"\(target[2])\"" : ""
      return #"{"type": "\#(target[0])", "name": "\#(target[1])", "dependencies": []\#(path)}"#
    }
    let description = #"{"targets": [\#(described.joined(separator: ", "))]}"#
    return try PackageManifest(Data(description.utf8), isFolder: folders.contains).targets
  }

  @Test("the only target of its kind owns all of Sources, or of Tests, until it has its own folder") func only()
    throws
  {
    let both = [["executable", "Flat"], ["test", "FlatTests"]]
    let shared = try targets(both, ["Sources", "Tests"])
    #expect(shared.map(\.path) == ["Sources", "Tests"] && shared.allSatisfy { $0.layout == .shared })
    let own = try targets(both, ["Sources", "Sources/Flat", "Tests", "Tests/FlatTests"])
    #expect(own.map(\.path) == ["Sources/Flat", "Tests/FlatTests"] && own.allSatisfy { $0.layout == .own })
    let new = try targets(both, [])
    #expect(new.map(\.path) == ["Sources/Flat", "Tests/FlatTests"] && new.allSatisfy { $0.layout == .missing })
    #expect(try targets(both, ["src"]).map(\.path) == ["src", "Tests/FlatTests"])
  }

  @Test(
    "one of several targets is never all of Sources; a target with a path is there", arguments: ["regular", "macro"])
  func several(kind: String) throws {
    let first = try targets([[kind, "Other"], ["executable", "Flat"]], ["Sources"]).first { $0.name == "Flat" }
    #expect(first?.path == "Sources/Flat" && first?.layout == .missing)
    let named = try targets([["regular", "A", "./Sources/"], ["regular", "B"]], ["Sources"]).first
    #expect(named?.path == "Sources" && named?.layout == .named)
  }

  @Test("a module is written beside the files of such a target, and its composition root is found") func module() throws
  {
    let project = try flat(), answer = project.run("Notes", "--template", "screen", "--add-route")
    #expect(answer.code == 0 && !answer.text.contains("warning"), "\(answer)")
    #expect(project.text("Sources/Notes/NotesModule.swift") != nil)
    #expect(project.text("Tests/Notes/NotesModuleTests.swift") != nil)
    #expect(project.text("Sources/main.swift")?.contains("modules: [home] + NotesModule.all(for: session)") == true)
    #expect(project.text("Sources/Flat") == nil && !project.files.keys.contains("Sources/Flat"))
  }

  @Test(
    "no folder is made that would be the target from then on, without its other files",
    arguments: [["Flat"], ["Notes", "--modules", "Sources/Flat"], ["Notes", "--flows", "Sources/Flat/Flows"]])
  func takenOver(arguments: [String]) throws {
    let project = try flat(), before = project.files
    let answer = project.run(arguments: arguments + ["--template", "screen"])
    #expect(answer.code == 1 && project.files == before)
    #expect(answer.errors.hasPrefix("viper-generate: Sources/Flat/"))
    #expect(
      answer.errors.hasSuffix(
        " would make Sources/Flat the folder of the target 'Flat', which is Sources now. "
          + "Choose another name or place, or write path: \"…\" for the target in Package.swift\n"))
  }

  @Test("a target without a folder is refused if the files above may be its own") func homeless() throws {
    let project = try flat()
    let manifest = Self.manifest.replacing("targets: [", with: "targets: [.target(name: \"Other\"),")
    try project.write("Package.swift", manifest)
    let before = project.files, answer = project.run("Notes", "--target", "Flat")
    #expect(answer.code == 1 && project.files == before)
    #expect(
      answer.errors
        == "viper-generate: there is no folder Sources/Flat yet; once there is one, Sources/main.swift is no longer part of "
        + "the target 'Flat'. Move it there, or write path: \"…\" for the target in Package.swift\n")
  }

  @Test("a target in the package's own folder has relative paths without a prefix") func wholePackage() throws {
    let manifest = Self.manifest.replacing("\"REPL\"]),", with: "\"REPL\"], path: \".\"),")
    let project = try TestProject(["Package.swift": manifest, "main.swift": TestProject.root])
    try FileManager.default.removeItem(at: project.folder.appendingPathComponent("Sources"))
    #expect(project.run("setup").code == 0)
    let answer = project.run("Notes", "--template", "screen", "--without", "tests", "--add-route")
    #expect(answer.code == 0, "\(answer)")
    #expect(answer.text.contains(" Notes/NotesModule.swift (new)\n"))
    #expect(project.text("Notes/NotesModule.swift") != nil)
    #expect(project.text("main.swift")?.contains("NotesModule.all(for: session)") == true)
  }
}
