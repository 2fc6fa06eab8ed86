import Generator
import Testing

@Suite struct ModulePlaceTests {
  private static let manifest = """
    // swift-tools-version: 6.3
    import PackageDescription

    let package = Package(name: "flat", targets: [.executableTarget(name: "Flat"), .testTarget(name: "FlatTests", dependencies: ["Flat"])])

    """

  @Test("the only target of its kind owns all of Sources, or of Tests, until it has its own folder") func only() throws
  {
    let files = ["Package.swift": Self.manifest, "Sources/main.swift": TestProject.root, "Tests/Some.swift": ""]
    let project = try TestProject(files)
    try project.remove("Sources/App")
    let flat = project.run("Notes", "--template", "screen", "--add-route")
    #expect(flat.missing("Sources/Notes/NotesModule.swift (new)", "Tests/Notes/NotesModuleTests.swift (new)") == [])
    #expect(project.text("Sources/main.swift")?.contains("modules: NotesModule.all(for: session) + [home]") == true)
    try project.write("Sources/Flat/Some.swift", "")
    #expect(project.run("Other", "--dry-run").missing("Sources/Flat/Other/OtherModule.swift (new)") == [])
  }

  @Test("a target may be the package's own folder") func whole() throws {
    let manifest = Self.manifest.replacing("name: \"Flat\")", with: "name: \"Flat\", path: \".\")")
    let project = try TestProject(["Package.swift": manifest, "main.swift": TestProject.root])
    try project.remove("Sources")
    #expect(project.run("setup").code == 0)
    #expect(
      project.run("Notes", "--add-route").missing(" Notes/NotesModule.swift (new)\n", "main.swift (changed)") == [])
  }

  @Test("of several test targets, that of the folder is used") func tests() throws {
    let manifest = TestProject.manifest.replacing(
      ".testTarget(", with: ".testTarget(name: \"OtherTests\", dependencies: [\"App\"]),\n.testTarget(")
    let project = try TestProject(["Package.swift": manifest])
    #expect(!project.run("Notes", "--dry-run", "--tests", "Tests/AppTests").text.contains("is not in"))
    #expect(project.run("Notes", "--dry-run").missing("Tests/OtherTests/Notes/NotesFlowTests.swift") == [])
  }

  @Test("a package without a target for modules is refused") func none() throws {
    let manifest = "// swift-tools-version: 6.3\nimport PackageDescription\nlet package = Package(name: \"app\")\n"
    try TestProject(["Package.swift": manifest]).expectRefusals(
      """
      > Notes
      69 Package.swift has no target for a module; add one
      """)
  }
}
