import Foundation
import Generator
import Testing

/// The folder of a target without a path.
@Suite struct PackageLayoutTests {
  private static let manifest = """
    // swift-tools-version: 6.3
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
    try project.remove("Sources/App")
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

  @Test(
    "the only target of its kind owns all of Sources, or of Tests, until it has its own folder; a named one is there")
  func only() throws {
    func layout(_ described: [[String]], _ folders: Set<String>) throws -> String {
      try targets(described, folders).map { "\($0.path) \($0.layout)" }.joined(separator: ", ")
    }
    let both = [["executable", "Flat"], ["test", "FlatTests"]]
    let rows = try [
      layout(both, ["Sources", "Tests"]), layout(both, ["Sources", "Sources/Flat", "Tests", "Tests/FlatTests"]),
      layout(both, []), layout(both, ["src"]), layout([["regular", "Other"], ["executable", "Flat"]], ["Sources"]),
      layout([["macro", "Other"], ["executable", "Flat"]], ["Sources"]),
      layout([["regular", "A", "./Sources/"], ["regular", "B"]], ["Sources"]),
    ]
    let expected = """
      Sources shared, Tests shared
      Sources/Flat own, Tests/FlatTests own
      Sources/Flat missing, Tests/FlatTests missing
      src shared, Tests/FlatTests missing
      Sources/Other missing, Sources/Flat missing
      Sources/Flat missing
      Sources named, Sources/B missing
      """
    #expect(rows == expected.components(separatedBy: "\n"))
  }

  @Test("a module is written beside the files of such a target, or in the package's own folder, and its root is found")
  func module() throws {
    let whole = Self.manifest.replacing("\"REPL\"]),", with: "\"REPL\"], path: \".\"),")
    let package = try TestProject(["Package.swift": whole, "main.swift": TestProject.root])
    try package.remove("Sources")
    #expect(package.run("setup").code == 0)
    for (project, folder, tests) in [
      (try flat(), "Sources/", ["Tests/Notes/NotesModuleTests.swift"]), (package, "", []),
    ] {
      let command = ["Notes", "--template", "screen", "--add-route"] + (tests.isEmpty ? ["--without", "tests"] : [])
      let answer = project.run(arguments: command)
      #expect(answer.missing(" \(folder)Notes/NotesModule.swift (new)\n") == [] && !answer.text.contains("warning"))
      let written = project.files.keys.filter { $0.hasSuffix("Module.swift") || $0.hasSuffix("ModuleTests.swift") }
      #expect(written.sorted() == ["\(folder)Notes/NotesModule.swift"] + tests)
      #expect(project.text("\(folder)main.swift")?.contains("[home] + NotesModule.all(for: session)") == true)
    }
  }

  @Test("no folder is made that would be the target from then on, without its other files") func takenOver() throws {
    let reason =
      "would make Sources/Flat the folder of the target 'Flat', which is Sources now. Choose another name or place, or "
      + "write path: \"…\" for the target in Package.swift"
    try flat().expectRefusals(
      """
      > Flat --template screen
      1 Sources/Flat/FlatConsoleView.swift \(reason)
      > Notes --modules Sources/Flat --template screen
      1 Sources/Flat/Notes/NotesConsoleView.swift \(reason)
      > Notes --flows Sources/Flat/Flows --template screen
      1 Sources/Flat/Flows/Notes/screen.flow \(reason)
      """)
  }

  @Test("a target without a folder is refused if the files above may be its own") func homeless() throws {
    let project = try flat()
    try project.write(
      "Package.swift", Self.manifest.replacing("targets: [", with: "targets: [.target(name: \"Other\"),"))
    project.expectRefusals(
      """
      > Notes --target Flat
      1 there is no folder Sources/Flat yet; once there is one, Sources/main.swift is no longer part of the target \
      'Flat'. Move it there, or write path: "…" for the target in Package.swift
      """)
  }
}
