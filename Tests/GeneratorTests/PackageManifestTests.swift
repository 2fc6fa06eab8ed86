import Foundation
import Generator
import Testing

@Suite struct PackageManifestTests {
  private func described(_ targets: [PackageManifest.Target]) -> [String] {
    targets.map { "\($0.name) \($0.path) \($0.isTest ? "test " : "")\($0.dependencies)" }
  }

  @Test("targets are read with their paths and dependencies, however the manifest makes them") func targets() throws {
    let made =
      TestProject.manifest.replacing(
        "let package",
        with: "let names = [\"One\", \"Two\"]\nlet more = names.map { Target.target(name: $0) }\nlet package"
      ) + "package.targets += more\n"
    let project = try TestProject(["Package.swift": made])
    let expected = """
      App Sources/App ["Base"]
      Base Sources/Base []
      app-program Program ["App"]
      AppTests Tests/AppTests test ["App", "VIPER"]
      One Sources/One []
      Two Sources/Two []
      """
    let targets = try PackageManifest(SwiftPackage.description(of: project.folder)).targets
    #expect(described(targets) == expected.components(separatedBy: "\n"))
  }

  @Test("plugins, macros, and targets without Swift code are left out") func kinds() throws {
    let description = """
      {"targets": [
        {"name": "App", "type": "regular", "path": "./Code/", "dependencies": [
          {"byName": ["A", null]}, {"target": ["B", {"platformNames": ["linux"]}]}, {"product": ["C", "c", null, null]}]},
        {"name": "Plugin", "type": "plugin", "dependencies": []},
        {"name": "Macro", "type": "macro", "dependencies": []},
        {"name": "C", "type": "system-target", "dependencies": []}]}
      """
    let targets = try PackageManifest(Data(description.utf8)).targets
    #expect(described(targets) == [#"App Code ["A", "B", "C"]"#])
  }

  @Test("the package of the libraries is named as the manifest names it, whatever its folder or its address")
  func library() throws {
    let uses = #".target(name: "App", dependencies: [.product(name: "VIPER", package: "local-copy")])"#
    let rows: [(dependencies: String, targets: String, name: String)] = [
      ("", "", "swift-viper"), (#".package(path: "Other")"#, "", "swift-viper"),
      (#".package(path: "Other"), .package(path: "Vendor/local-copy")"#, "", "local-copy"),
      (#".package(name: "core", path: "Vendor/local-copy")"#, "", "core"),
      (
        #".package(url: "https://example.com/tool", from: "1.0.0"), .package(url: "git@example.com:me/viper-fork.git", branch: "main")"#,
        "", "viper-fork"
      ),
      (#".package(url: "https://example.com/local-copy.git", branch: "main")"#, uses, "local-copy"),
    ]
    for (dependencies, targets, name) in rows {
      let project = try TestProject([
        "Package.swift": """
        // swift-tools-version: 6.3
        import PackageDescription
        let package = Package(name: "app", dependencies: [\(dependencies)], targets: [\(targets)])
        """
      ])
      let manifest = try PackageManifest(SwiftPackage.description(of: project.folder)) {
        $0 == "\(project.folder.path)/Vendor/local-copy/Sources/VIPER"
      }
      #expect(manifest.library == name, "\(dependencies)")
    }
  }

  @Test("a warning names the package of a library as the manifest does") func warning() throws {
    let manifest = TestProject.manifest.replacing("package: \"swift-viper\"", with: "package: \"local-copy\"")
      .replacing(
        ".package(url: \"https://example.com/swift-viper\", from: \"1.0.0\")",
        with: ".package(path: \"Vendor/local-copy\")")
    let project = try TestProject(["Package.swift": manifest, "Vendor/local-copy/Sources/VIPER/VIPER.swift": ""])
    let unused = try TestProject([
      "Package.swift": manifest.replacing(", .product(name: \"VIPER\", package: \"local-copy\")", with: ""),
      "Vendor/local-copy/Sources/VIPER/VIPER.swift": "",
    ])
    let name = ".product(name: \"Signals\", package: \"local-copy\")"
    #expect([project, unused].map { $0.run("Notes", "--dry-run").missing(name) } == [[], []])
  }

  @Test(
    "a manifest that SwiftPM cannot read is refused with the compiler's error; without a toolchain, there is a remedy")
  func broken() throws {
    let project = try TestProject(["Package.swift": "// swift-tools-version: 6.3\nlet package = \n"])
    let before = project.files, refusal = project.refusal(["Notes"])
    let way = /1 SwiftPM cannot read Package.swift: .*error:.*\. Correct the manifest, and try again/
    let message = SwiftPackage.unavailable("no such file").message
    #expect(message == "swift cannot be run: no such file. Put the toolchain into the PATH")
    #expect(refusal.wholeMatch(of: way.dotMatchesNewlines()) != nil && project.files == before, "\(refusal)")
  }
}
